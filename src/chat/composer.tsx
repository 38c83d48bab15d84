import { ArrowUp } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { MultitaskStrategy } from '../contract/runs.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { SelectMenu } from '../ui/select-menu.tsx'
import { TextArea } from '../ui/text-area.tsx'
import { readDraft, writeDraft } from './draft-store.ts'
import type { LeavePolicy, RunSession, SessionSnapshot, SubmitResult } from './session-types.ts'
import { StopButton } from './stop-button.tsx'

/** What is chosen beside the text, for every run that this page starts. */
export interface RunChoices {
  readonly assistant_id: string
  readonly strategy: MultitaskStrategy
  readonly onLeave: LeavePolicy
}

type ComposerProps = {
  session: RunSession
  snapshot: SessionSnapshot
  assistants: readonly { assistant_id: string; name: string }[]
  choices: RunChoices
  onChoose: (change: Partial<RunChoices>) => void
  /** Why the last attempt to start a run failed. */
  problem: Error | null
  onSend: (text: string) => Promise<SubmitResult>
}

/** The box at the end of the conversation: text, what sending will do, stop. */
export function Composer(props: ComposerProps) {
  const { session, snapshot, choices, problem, onSend } = props
  const { run, opening } = snapshot
  const isActive = run?.outcome === 'active' || snapshot.queued.length > 0
  const draftKey = snapshot.thread_id ?? `new-${props.assistants[0]?.assistant_id ?? ''}`
  const [text, setText] = useDraft(draftKey)
  useReturnedText(snapshot, text, setText)

  const words = text.trim()
  const canSend = words !== '' && choices.assistant_id !== '' && opening !== 'failed'
  const send = async () => {
    if (!canSend) return
    setText('')
    const result = await onSend(words)
    // Whatever was typed meanwhile stays, behind what did not get through.
    if (!result.ok) setText((typed) => (typed ? `${text}\n${typed}` : text))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    if (event.shiftKey && !event.metaKey && !event.ctrlKey) return
    event.preventDefault()
    void send()
  }
  return (
    <div className="flex-none px-4 pb-5 sm:px-7">
      <form
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          void send()
        }}
        className="mx-auto w-full max-w-[740px] rounded-[14px] border border-line-strong bg-surface pt-3 pr-3 pb-2.5 pl-3.5 shadow-float focus-within:border-accent"
      >
        <TextArea
          variant="bare"
          rows={1}
          aria-label="Message"
          placeholder={isActive ? followUps[choices.strategy] : 'Send a message'}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <div className="mt-2.5 flex flex-wrap items-center gap-2">
          <Choices {...props} isActive={isActive} />
          <span className="grow" />
          {run?.outcome === 'active' && <StopButton session={session} run={run} />}
          <IconButton
            type="submit"
            variant="primary"
            size="composer"
            label="Send"
            disabledReason={canSend ? undefined : 'Write a message first'}
          >
            <ArrowUp aria-hidden size={15} strokeWidth={1.8} />
          </IconButton>
        </div>
      </form>
      <Hints {...props} isActive={isActive} problem={problem} />
    </div>
  )
}

const followUps: Record<MultitaskStrategy, string> = {
  enqueue: 'Send a follow-up; it will wait its turn',
  interrupt: 'Send instead; the current run is stopped and kept',
  rollback: 'Send instead; the current run is undone',
  reject: 'Send a follow-up; it is refused while a run is active',
}

const strategies = [
  { value: 'enqueue', label: 'Enqueue', description: 'Waits its turn' },
  {
    value: 'interrupt',
    label: 'Interrupt',
    description: 'Stops the current run, keeps what it did',
  },
  {
    value: 'rollback',
    label: 'Roll back',
    description: 'Undoes the current run and takes its place',
  },
  { value: 'reject', label: 'Reject', description: 'Is refused while a run is active' },
] as const

const leavePolicies = [
  {
    value: 'continue',
    label: 'Keeps running',
    description: 'The run goes on when I leave the page',
  },
  {
    value: 'cancel',
    label: 'Cancel when I leave',
    description: 'Also when the connection is lost',
  },
] as const

function Choices({
  assistants,
  choices,
  onChoose,
  isActive,
}: ComposerProps & { isActive: boolean }) {
  return (
    <>
      {isActive && (
        <SelectMenu
          label="While a run is active"
          value={choices.strategy}
          options={strategies}
          onValueChange={(strategy) => onChoose({ strategy })}
        />
      )}
      <SelectMenu
        label="Assistant"
        value={choices.assistant_id}
        options={assistants.map(({ assistant_id, name }) => ({ value: assistant_id, label: name }))}
        onValueChange={(assistant_id) => onChoose({ assistant_id })}
      />
      {!isActive && (
        <SelectMenu
          label="If I leave"
          value={choices.onLeave}
          options={leavePolicies}
          onValueChange={(onLeave) => onChoose({ onLeave })}
        />
      )}
    </>
  )
}

function Hints({ session, snapshot, problem, isActive }: ComposerProps & { isActive: boolean }) {
  const { run, status, error } = snapshot
  const failed = run?.cancel?.stage === 'failed' ? run.cancel.error : null
  const isDetached = run?.outcome === 'active' && !run.isFollowed && run.run_id !== null
  const line =
    'mx-auto mt-2 flex w-full max-w-[740px] flex-wrap items-center justify-center gap-x-2 gap-y-1 text-center'
  return (
    <>
      {problem && (
        <p role="alert" className={`${line} text-bad text-sm`}>
          {`Not sent. ${problem.message}`}
        </p>
      )}
      {failed && (
        <p role="alert" className={`${line} text-bad text-sm`}>
          {`The run could not be stopped. ${failed.message}`}
        </p>
      )}
      {isDetached && (
        <div className={`${line} text-ink-2 text-sm`}>
          {status === 'failed' && error ? error.message : 'The run goes on; you are not listening.'}
          <Button size="sm" onClick={() => void session.join(run.run_id ?? '')}>
            Listen again
          </Button>
        </div>
      )}
      {!problem && !failed && !isDetached && (
        <p className={`${line} text-ink-3 text-xs`}>
          {isActive
            ? 'Stop keeps what was done · Stop and roll back removes the run and its checkpoints'
            : 'Enter sends · Shift+Enter starts a new line'}
        </p>
      )}
    </>
  )
}

/** The text of the box, kept per thread; a new thread takes its draft along when it gets its id. */
function useDraft(key: string) {
  const [text, setText] = useState(() => readDraft(key))
  const known = useRef(key)
  useEffect(() => {
    if (known.current !== key) writeDraft(known.current, '')
    known.current = key
    writeDraft(key, text)
  }, [key, text])
  return [text, setText] as const
}

/** A roll-back gives the text of the message back, if nothing else was typed. */
function useReturnedText(
  { returned }: SessionSnapshot,
  text: string,
  setText: (text: string) => void,
): void {
  const seen = useRef(returned?.serial ?? 0)
  useEffect(() => {
    if (!returned || returned.serial === seen.current) return
    seen.current = returned.serial
    if (text.trim() === '') setText(returned.text)
  }, [returned, text, setText])
}
