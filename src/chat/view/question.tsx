import { Pencil } from 'lucide-react'
import { type KeyboardEvent, useId, useState } from 'react'
import { messageText } from '../../contract/agent-server/messages.ts'
import { Button, IconButton } from '../../ui/controls/button.tsx'
import { CopyButton } from '../../ui/controls/copy-button.tsx'
import { TextArea } from '../../ui/controls/text-area.tsx'
import { cx } from '../../ui/cx.ts'
import { isComposing } from '../../ui/keys/is-composing.ts'
import type { BranchPoint } from '../checkpoints/branches.ts'
import { type FormDraft, useFormDraft } from '../composer/form/form-draft.ts'
import type { ShownMessage } from '../conversation/conversation-types.ts'
import { contentBlocks } from '../conversation/parts/content-blocks.ts'
import { wordsOf } from '../find/find-in-turns.ts'
import { BranchSwitch } from '../history/branch-switch.tsx'
import type { TravelActions } from '../history/use-time-travel.ts'
import type { ContentPart } from '../session/session-types.ts'
import { PartOfContent } from './content/part-of-content.ts'

type QuestionProps = {
  item: ShownMessage
  branch: BranchPoint | undefined
  /** Where it can be linked to. */
  messageHref: ((message_id: string) => string) | undefined
  travel: TravelActions | undefined
  /** Why the past cannot be changed now. */
  blocked: string | undefined
}

/** A message of the person's own: can be said again in other words, as a branch. */
export function Question({ item, branch, messageHref, travel, blocked }: QuestionProps) {
  const draft = useFormDraft(`edit.${item.id ?? item.key}`)
  const [problem, setProblem] = useState<string | null>(null)
  const { content } = item.message
  const text = messageText(content)
  const show = (end: string) => {
    setProblem(null)
    travel?.show(end).catch((error: Error) => setProblem(error.message))
  }
  if (draft.isOpen && travel) {
    return <EditForm item={item} travel={travel} draft={draft} blocked={blocked} />
  }
  return (
    <div className="group/question ml-auto flex w-fit max-w-[78%] flex-col items-end">
      <div className="relative max-w-full">
        <div
          className={cx(
            'w-fit max-w-full whitespace-pre-wrap rounded-lg bg-sunken px-3.5 py-[9px] print:border text-base leading-[22px] [overflow-wrap:anywhere]',
            item.origin === 'sent' && 'opacity-70',
          )}
        >
          <span className="sr-only">You: </span>
          {contentBlocks(content).map((block, index) =>
            block.kind === 'text' ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: blocks have no identity but their place
              <p key={index} dir="auto" data-words={wordsOf.text(item.key, index)}>
                {block.text}
              </p>
            ) : (
              // biome-ignore lint/suspicious/noArrayIndexKey: blocks have no identity but their place
              <PartOfContent key={index} part={block.part} />
            ),
          )}
          {contentBlocks(content).length === 0 && 'A message without text'}
        </div>
        {travel && item.origin === 'state' && (
          <span className="absolute right-full bottom-1 mr-1 flex opacity-0 transition-opacity focus-within:opacity-100 group-hover/question:opacity-100 pointer-coarse:opacity-100">
            {text && <CopyButton text={text} label="Copy message" />}
            {messageHref && item.id && (
              <CopyButton text={messageHref(item.id)} label="Copy link to this message" isLink />
            )}
            <IconButton
              acts
              size="sm"
              variant="ghost"
              label="Edit message"
              disabledReason={blocked}
              onClick={draft.open}
            >
              <Pencil aria-hidden size={14} strokeWidth={1.8} />
            </IconButton>
          </span>
        )}
      </div>
      {branch && (
        <BranchSwitch point={branch} noun="message" disabledReason={blocked} onShow={show} />
      )}
      {problem && (
        <p role="alert" className="mt-1 text-bad text-sm">
          {problem}
        </p>
      )}
    </div>
  )
}

type EditFormProps = {
  item: ShownMessage
  travel: TravelActions
  draft: FormDraft
  blocked: string | undefined
}

function EditForm({ item, travel, draft, blocked }: EditFormProps) {
  const text = draft.fields?.text ?? messageText(item.message.content)
  const [isSending, setIsSending] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const id = useId()
  const words = text.trim()
  const send = async () => {
    if (words === '' || isSending || blocked) return
    setIsSending(true)
    setProblem(null)
    try {
      await travel.edit(item, withText(item.message.content, words))
      draft.forget()
    } catch (error) {
      setProblem(error instanceof Error ? error.message : 'The message was not sent.')
      setIsSending(false)
    }
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return
    if (event.key === 'Escape') draft.close()
    if (event.key !== 'Enter' || event.shiftKey) return
    event.preventDefault()
    void send()
  }
  return (
    <form
      className="ml-auto w-full max-w-[78%] rounded-lg border border-accent bg-surface p-3"
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <label htmlFor={id} className="sr-only">
        Edit message
      </label>
      <TextArea
        id={id}
        variant="bare"
        rows={1}
        autoFocus={draft.isFresh}
        value={text}
        onChange={(event) => draft.keep({ text: event.target.value })}
        onKeyDown={onKeyDown}
      />
      <div className="mt-2 flex flex-wrap items-center justify-end gap-2">
        <span className="min-w-0 grow text-ink-3 text-sm">
          Begins a branch; the old one is kept.
        </span>
        <Button size="sm" onClick={draft.close}>
          Cancel
        </Button>
        <Button
          type="submit"
          size="sm"
          variant="primary"
          isPending={isSending}
          disabledReason={blocked ?? (words === '' ? 'Write a message first' : undefined)}
        >
          Send
        </Button>
      </div>
      {problem && (
        <p role="alert" className="mt-2 text-bad text-sm">
          {problem}
        </p>
      )}
    </form>
  )
}

/** The content with its text replaced; what is not text stays. */
function withText(content: unknown, text: string): string | readonly ContentPart[] {
  if (!Array.isArray(content)) return text
  const others = content.filter(
    (part): part is ContentPart =>
      typeof part === 'object' && part !== null && part.type !== 'text',
  )
  return others.length === 0 ? text : [{ type: 'text', text }, ...others]
}
