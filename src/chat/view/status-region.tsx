import { useRef } from 'react'
import { answerText } from '../../contract/agent-server/answers/thoughts.ts'
import { breakLook, outcomeLooks } from '../conversation/runs/outcome-looks.ts'
import { isAtBreak } from '../is-at-break.ts'
import { spokenText } from '../markdown/spoken-text.ts'
import type { SessionSnapshot } from '../session/session-types.ts'

/** Longer answers are read out to here; the whole is in the conversation. */
const maxSpoken = 600

/** Tells a screen reader what happens: that an answer is being written, and the answer once it is whole. */
export function StatusRegion({ snapshot }: { snapshot: SessionSnapshot }) {
  // What was so when the page came is not news.
  const isNews = useRef(false)
  if (snapshot.run?.outcome === 'active' || snapshot.isLost) isNews.current = true
  return (
    <p role="status" aria-label="Run status" className="sr-only">
      {isNews.current ? spoken(snapshot) : ''}
    </p>
  )
}

function spoken({ run, reconnecting, conversation, isLost }: SessionSnapshot): string {
  if (isLost) return 'The thread was deleted'
  if (!run) return ''
  switch (run.outcome) {
    case 'active':
      if (run.cancel && run.cancel.stage !== 'failed') return 'Stopping'
      if (run.silence?.status === 'pending') return 'What ran it has ended; it waits to go on'
      if (run.silence) return 'The server says that the run is running, but sends nothing'
      if (reconnecting) return 'Connection lost, reconnecting'
      return run.isFollowed ? 'Answering' : 'Not listening; the run goes on'
    case 'success': {
      const last = conversation.messages.findLast((item) => item.kind === 'ai')
      const text = spokenText(answerText(last?.message.content))
      return `Done. ${text.slice(0, maxSpoken)}`.trim()
    }
    case 'paused':
      return isAtBreak({ run, conversation }) ? breakLook.words : 'Waiting for your answer'
    case 'stopped':
      return 'Stopped'
    case 'rolled_back':
      return run.cancel?.action === 'rollback' ? 'Rolled back' : 'The run is gone'
    case 'failed':
      return `Failed. ${run.failure?.message ?? ''}`.trim()
    case 'timed_out':
      return `${outcomeLooks.timed_out.words}. The run took too long`
    case 'interrupted':
    case 'other':
      return 'Ended'
  }
}
