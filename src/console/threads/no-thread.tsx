import { useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { typedInputs } from '../../chat/composer/form/input-drafts.ts'
import { moveDrafts, readDraft, writeDraft } from '../../chat/draft-store.ts'
import { Button } from '../../ui/controls/button.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { paths } from '../paths.ts'
import { newDraftKey } from './new-draft-key.ts'

type NoThreadProps = { deploymentId: string; threadId: string; reason: string }

/** In place of a thread that is not there, or no longer: what was typed in it and not sent is still to be had. */
export function NoThread({ deploymentId, threadId, reason }: NoThreadProps) {
  const navigate = useNavigate()
  const [message] = useState(() => readDraft(threadId))
  const [inputs] = useState(() => typedInputs(threadId))
  const typed = [message, ...inputs.map(({ text }) => text)].filter((text) => text !== '')
  const takeAlong = () => {
    const key = newDraftKey(deploymentId)
    const there = readDraft(key)
    moveDrafts(threadId, key)
    // What was begun there before stays, behind this one.
    if (there !== '') writeDraft(key, [message, there].filter((text) => text !== '').join('\n'))
    // A form is shown where its assistant is chosen.
    const assistant_id = inputs.find((input) => input.assistant_id !== null)?.assistant_id
    if (assistant_id && readDraft(`choices.${key}`) === '') {
      writeDraft(`choices.${key}`, JSON.stringify({ chosen: { assistant_id } }))
    }
    navigate(paths.newThread(deploymentId))
  }
  return (
    <div className="self-center">
      <h1 className="sr-only">Thread not found</h1>
      <EmptyState
        title="There is no such thread"
        action={
          <div className="flex flex-wrap justify-center gap-2">
            {typed.length > 0 && (
              <Button variant="primary" onClick={takeAlong}>
                Begin a new thread with it
              </Button>
            )}
            <Button render={<Link to={paths.deploymentThreads(deploymentId)} />}>
              All threads
            </Button>
          </div>
        }
      >
        {reason} It may have been deleted.
        {typed.length > 0 && ' What you had typed in it is still here:'}
        {typed.map((text) => (
          <span
            key={text}
            className="mt-2 block max-h-40 overflow-auto whitespace-pre-wrap rounded-md border bg-surface px-3 py-2 text-left text-ink [overflow-wrap:anywhere]"
          >
            {text}
          </span>
        ))}
      </EmptyState>
    </div>
  )
}
