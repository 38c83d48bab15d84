import { type MouseEvent, type ReactNode, useState } from 'react'
import { JsonView } from '../ui/json-view.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { EventsTab } from './events-tab.tsx'
import { RunTab } from './run-tab.tsx'
import type { RunSession } from './session-types.ts'
import { useSession } from './use-session.ts'

type RunInspectorProps = {
  session: RunSession
  /** For the name of the run's assistant. */
  assistants?: readonly { assistant_id: string; name: string }[]
  runHref?: (run_id: string) => string
  /** Follows a link to a run without loading the page. */
  onNavigate?: (href: string) => void
}

type TabId = 'run' | 'state' | 'events'

/** What lies under the conversation: the run and its steps, the thread's state, the raw events. */
export function RunInspector(props: RunInspectorProps) {
  const { session, assistants = [], runHref, onNavigate } = props
  const [tab, setTab] = useState<TabId>('run')
  const snapshot = useSession(session)
  const { conversation, state, log, eventCount } = snapshot
  const follow = (event: MouseEvent, href: string) => {
    const isPlain = !event.metaKey && !event.ctrlKey && !event.shiftKey && event.button === 0
    if (!isPlain || !onNavigate) return
    event.preventDefault()
    onNavigate(href)
  }
  const values = conversation.values ?? state?.values
  return (
    <Tabs<TabId>
      label="Inspector"
      value={tab}
      onValueChange={setTab}
      listClassName="px-4 pt-3"
      tabs={[
        {
          id: 'run',
          label: 'Run',
          content: (
            <Padded>
              <RunTab
                session={session}
                snapshot={snapshot}
                assistants={assistants}
                runHref={runHref}
                onFollow={follow}
              />
            </Padded>
          ),
        },
        {
          id: 'state',
          label: 'State',
          content: (
            <Padded>
              {values === null || values === undefined ? (
                <p className="text-ink-3">The thread has no state yet.</p>
              ) : (
                <JsonView value={values} label="state of the thread" />
              )}
            </Padded>
          ),
        },
        {
          id: 'events',
          label: 'Events',
          content: (
            <Padded>
              <EventsTab log={log} count={eventCount} />
            </Padded>
          ),
        },
      ]}
    />
  )
}

function Padded({ children }: { children: ReactNode }) {
  return <div className="px-4 py-3.5">{children}</div>
}
