import { spokenText } from '../../chat/markdown/spoken-text.ts'
import type { SessionSnapshot } from '../../chat/session/session-types.ts'
import { messageText } from '../../contract/agent-server/messages.ts'
import type { Texts } from './texts/en.ts'

/** The one place that a screen reader is told from: streamed text itself is silent. */
export function StatusRegion({ texts, snapshot }: { texts: Texts; snapshot: SessionSnapshot }) {
  return (
    <p role="status" className="sr-only">
      {wordsFor(texts, snapshot)}
    </p>
  )
}

function wordsFor(texts: Texts, { run, reconnecting, conversation }: SessionSnapshot): string {
  if (run?.silence) return texts.silent
  if (reconnecting) return texts.reconnecting
  switch (run?.outcome) {
    case 'active':
      return texts.answering
    case 'success':
      // An answer that was watched is read out once, when it is whole.
      return run.endedAt === null ? '' : `${texts.done}. ${lastAnswer(conversation)}`
    case 'paused':
      return conversation.interrupts.length > 0 ? texts.needsAnswer : ''
    case 'stopped':
      return texts.stopped
    case 'failed':
    case 'timed_out':
      return texts.failed
    default:
      return ''
  }
}

function lastAnswer(conversation: SessionSnapshot['conversation']): string {
  const answer = conversation.messages.findLast((item) => item.kind === 'ai')
  return spokenText(messageText(answer?.message.content))
}
