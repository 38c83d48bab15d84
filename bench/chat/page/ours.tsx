import { createRoot } from 'react-dom/client'
import { RunInspector } from '../../../src/chat/inspector/inspector.tsx'
import { createRunSession } from '../../../src/chat/session/run-session.ts'
import { ThreadChat } from '../../../src/chat/thread-chat.tsx'
import { backgroundFetch } from '../../../src/client/background-fetch.ts'

const assistants = [{ assistant_id: 'agent', name: 'agent' }]

/** The thread page's conversation and inspector, without the console around them. */
export function showOurs(root: HTMLElement, thread: string): void {
  const session = createRunSession({
    transport: { baseUrl: location.origin, streamFetch: backgroundFetch },
    thread_id: thread,
    feedbackKeys: ['user_score'],
  })
  performance.mark('open')
  void session.open()
  const start = () => void session.submit({ text: 'Go' }, { assistant_id: 'agent' })
  createRoot(root).render(
    <div style={{ display: 'grid', height: '100vh', gridTemplate: '100% / minmax(0, 1fr) 330px' }}>
      <ThreadChat session={session} assistants={assistants} />
      <aside className="min-h-0 overflow-y-auto border-l">
        <RunInspector session={session} assistants={assistants} />
      </aside>
      <button type="button" id="start" className="sr-only" onClick={start}>
        Start
      </button>
    </div>,
  )
}
