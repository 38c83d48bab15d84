import { type ReactNode, useState } from 'react'
import { sentMessages } from '../../../chat/session/run-input.ts'
import type { RunSession, SessionSnapshot } from '../../../chat/session/session-types.ts'
import type { Message } from '../../../contract/agent-server/messages.ts'
import { isHeld, type Run } from '../../../contract/agent-server/runs.ts'
import type { Texts } from '../texts/en.ts'
import { reasonOf } from '../texts/texts.ts'
import { contentLines } from './content-lines.ts'

type WaitingProps = {
  texts: Texts
  session: RunSession
  snapshot: SessionSnapshot
  /** What was taken back, to be written anew. */
  onTakenBack: (run_id: string, message: Message) => void
}

/** Messages that wait until those before them are answered, in their order, and behind them those that are on their way. */
export function WaitingMessages(props: WaitingProps) {
  const { queued, sending } = props.snapshot
  return (
    <>
      {queued.map((run) => (
        <Waiting key={run.run_id} run={run} {...props} />
      ))}
      {sending.map(({ key, input }) => {
        const [message] = sentMessages(input)
        return message && <WaitingMessage key={key} message={message} texts={props.texts} />
      })}
    </>
  )
}

function Waiting({ run, texts, session, snapshot, onTakenBack }: WaitingProps & { run: Run }) {
  const [isBusy, setIsBusy] = useState(false)
  const { error } = snapshot.queuedCancels[run.run_id] ?? {}
  const isBehindQuestion = isHeld(run) && snapshot.conversation.interrupts.length > 0
  const [message] = sentMessages(run.kwargs?.input)
  if (!message) return null
  const takeBack = async () => {
    setIsBusy(true)
    await session.interrupt(run.run_id)
    setIsBusy(false)
    const { queued, records } = session.getSnapshot()
    const now = records.find(({ run_id }) => run_id === run.run_id)
    const isGone = !queued.some(({ run_id }) => run_id === run.run_id)
    // It may have begun meanwhile.
    if (isGone && now?.status === 'interrupted' && !now.started_at) {
      onTakenBack(run.run_id, message)
    }
  }
  return (
    <WaitingMessage message={message} texts={texts}>
      <p className="mt-1 text-end text-ink-3 text-sm">
        {isBehindQuestion ? texts.afterQuestion : texts.waiting}{' '}
        <button
          type="button"
          disabled={isBusy}
          className="cursor-pointer underline disabled:opacity-50"
          onClick={() => void takeBack()}
        >
          {texts.takeBack}
        </button>
      </p>
      {error && (
        <p role="alert" className="text-end text-bad text-sm">
          {reasonOf(error, texts)}
        </p>
      )}
    </WaitingMessage>
  )
}

type WaitingMessageProps = { message: Message; texts: Texts; children?: ReactNode }

function WaitingMessage({ message, texts, children }: WaitingMessageProps) {
  return (
    <div part="message visitor waiting" className="ms-auto max-w-[85%]">
      <div className="whitespace-pre-wrap rounded-lg border border-line-strong border-dashed px-3.5 py-2 text-ink-2">
        <span className="sr-only">{texts.you}: </span>
        <p dir="auto">{contentLines(message.content, texts).join('\n')}</p>
      </div>
      {children}
    </div>
  )
}
