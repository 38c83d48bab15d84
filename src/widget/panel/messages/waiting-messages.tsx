import { type ReactNode, useState } from 'react'
import type { Attachment } from '../../../chat/composer/attachments.ts'
import { sentMessages } from '../../../chat/conversation/runs/sent-messages.ts'
import type { RunSession, SessionSnapshot } from '../../../chat/session/session-types.ts'
import type { Message } from '../../../contract/agent-server/messages.ts'
import { isHeld, type Run } from '../../../contract/agent-server/runs.ts'
import { KeptFile } from '../../../contract/embeds/visible-part.ts'
import type { Conversations } from '../conversations.ts'
import { waitingFile } from '../files/waiting-file.ts'
import type { Texts } from '../texts/en.ts'
import { filled, reasonOf } from '../texts/texts.ts'
import { contentLines } from './content-lines.ts'

/** What of a message stands in the box again. */
export type TakenFiles = {
  readonly files: readonly Attachment[]
  /** Which of them have to be chosen again; null where none. */
  readonly problem: string | null
}

type WaitingProps = {
  texts: Texts
  conversations: Pick<Conversations, 'filesOf'>
  session: RunSession
  snapshot: SessionSnapshot
  /** What was taken back, to be written anew. */
  onTakenBack: (message: Message, taken: TakenFiles) => void
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

function Waiting({ run, ...props }: WaitingProps & { run: Run }) {
  const { texts, session, snapshot, onTakenBack } = props
  const [isBusy, setIsBusy] = useState(false)
  const { error } = snapshot.queuedCancels[run.run_id] ?? {}
  const isBehindQuestion = isHeld(run) && snapshot.conversation.interrupts.length > 0
  const [message] = sentMessages(run.kwargs?.input)
  if (!message) return null
  const takeBack = async () => {
    setIsBusy(true)
    // First, since it waits on if the page is left meanwhile.
    const taken = await filesOf(run, message, props)
    await session.interrupt(run.run_id)
    setIsBusy(false)
    const { queued, records } = session.getSnapshot()
    const now = records.find(({ run_id }) => run_id === run.run_id)
    const isGone = !queued.some(({ run_id }) => run_id === run.run_id)
    // It may have begun meanwhile.
    if (isGone && now?.status === 'interrupted' && !now.started_at) {
      onTakenBack(message, taken)
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

/** The files of a message: as this page has sent them, else as the server keeps them. */
async function filesOf(
  { run_id, thread_id }: Run,
  { id, content }: Message,
  { texts, conversations, session }: WaitingProps,
): Promise<TakenFiles> {
  const sent = conversations.filesOf(run_id)
  const parts: readonly unknown[] = sent.length === 0 && Array.isArray(content) ? content : []
  const kept = parts.flatMap((part) => KeptFile.safeParse(part).data ?? [])
  const files = [...sent]
  const problems: string[] = []
  for (const file of kept) {
    const name = file.name ?? texts[file.kind === 'audio' ? 'recording' : file.kind]
    try {
      const place = { thread_id, run_id, message_id: id ?? '' }
      files.push(await waitingFile(session.transport, place, file, name))
    } catch {
      problems.push(filled(texts, 'fileNotBack', { name }))
    }
  }
  return { files, problem: problems.join(' ') || null }
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
