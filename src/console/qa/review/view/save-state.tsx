import { Check, CircleAlert } from 'lucide-react'
import { Button } from '../../../../ui/controls/button.tsx'
import { CopyButton } from '../../../../ui/controls/copy-button.tsx'
import { formatClockTime } from '../../../../ui/format/format-time.ts'
import { Note } from '../../../../ui/page/note.tsx'
import type { Outbox, OutboxState } from '../saving/outbox.ts'

type SaveStateProps = {
  state: OutboxState
  /** When the verdict of the case that is shown was saved; null where there is none. */
  savedAt: string | null
}

/** Whether what was said has got through. */
export function SaveState({ state, savedAt }: SaveStateProps) {
  if (state.failure && state.open.length > 0) {
    return (
      <span className="flex items-center gap-1.5 font-medium text-bad">
        <CircleAlert aria-hidden size={13} strokeWidth={1.8} />
        Not saved
      </span>
    )
  }
  if (state.open.length > 0) return <span className="text-ink-2">Saving…</span>
  const at = savedAt ?? state.saved?.at
  if (!at) return <span className="text-ink-2">Not judged yet</span>
  return (
    <span className="flex items-center gap-2">
      <span className="flex items-center gap-1.5 text-ok">
        <Check aria-hidden size={13} strokeWidth={1.8} />
        {savedAt ? 'Saved' : 'The last one is saved'}
      </span>
      <span className="text-ink-2 tabular-nums max-[1099px]:hidden">
        {formatClockTime(Date.parse(at))}
      </span>
    </span>
  )
}

type SaveFailureProps = {
  state: OutboxState
  outbox: Outbox
  /** The place of the case that is shown. */
  index: number | null
}

/** Says that something was not saved, and why; stays until it is, or its words are dismissed. */
export function SaveFailure(props: SaveFailureProps) {
  const { state, outbox, index } = props
  return (
    <>
      {state.refused.map((one) => (
        <div key={one.index} className={below}>
          <Note
            tone="bad"
            title={`What you wrote about ${one.index === index ? 'this' : 'an earlier'} case is not saved`}
            action={
              <Button size="sm" onClick={() => outbox.dismiss(one.index)}>
                Dismiss
              </Button>
            }
          >
            {one.message}
            <div className="mt-1 flex max-h-32 items-start gap-1 overflow-y-auto">
              <p className="min-w-0 whitespace-pre-wrap [overflow-wrap:anywhere]">{one.words}</p>
              <CopyButton text={one.words} label="Copy what you wrote" />
            </div>
          </Note>
        </div>
      ))}
      <Unsaved {...props} />
    </>
  )
}

const below = 'flex-none border-t bg-surface px-3.5 py-2 min-[1100px]:px-5'

function Unsaved({ state: { failure, open, isSending }, outbox, index }: SaveFailureProps) {
  if (!failure) return null
  const what = failure.index === index ? 'This verdict' : 'The verdict of an earlier case'
  const isKept = open.length > 0
  if (failure.isJudgedElsewhere)
    return <JudgedElsewhere what={what} {...{ failure, outbox, isSending }} />
  return (
    <div className={below}>
      <Note
        tone="bad"
        title={`${what} is not saved`}
        action={
          isKept && (
            <Button size="sm" isPending={isSending} onClick={outbox.retry}>
              Retry
            </Button>
          )
        }
      >
        {failure.message}
        {isKept && ' It is kept in this tab until it gets through.'}
      </Note>
    </div>
  )
}

type JudgedElsewhereProps = {
  what: string
  failure: NonNullable<OutboxState['failure']>
  outbox: Outbox
  isSending: boolean
}

/** Two windows judged one case: neither takes the place of the other without a word. */
function JudgedElsewhere({ what, failure: { index }, outbox, isSending }: JudgedElsewhereProps) {
  return (
    <div className={below}>
      <Note
        tone="bad"
        title={`${what} is not saved: the case was judged in another window meanwhile`}
      >
        <div className="flex flex-wrap items-center gap-2">
          The history keeps what was said before.
          {/* Together in one line, below the sentence where that fills it. */}
          <span className="flex gap-2 min-[600px]:ml-auto">
            <Button size="sm" isPending={isSending} onClick={() => outbox.overwrite(index)}>
              Save mine
            </Button>
            <Button size="sm" variant="ghost" onClick={() => outbox.giveWay(index)}>
              Take the other
            </Button>
          </span>
        </div>
      </Note>
    </div>
  )
}
