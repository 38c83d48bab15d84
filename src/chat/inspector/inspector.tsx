import { type MouseEvent, type ReactNode, useCallback, useState } from 'react'
import { Tabs } from '../../ui/controls/tabs.tsx'
import { type Breakpoints, noBreakpoints } from '../breakpoints/breakpoints.ts'
import type { StartRun } from '../history/use-time-travel.ts'
import type { RunSession, SessionSnapshot } from '../session/session-types.ts'
import { useSessionWhen } from '../view/use-session.ts'
import { ActionList } from './action-list.tsx'
import { EventsTab } from './events-tab.tsx'
import type { MakeCase } from './history/checkpoint-detail.tsx'
import { type DrawSize, HistoryTab } from './history/history-tab.tsx'
import { type DrawRun, type DrawSpending, RunTab } from './run-tab.tsx'
import { StateTab } from './state/state-tab.tsx'

type RunInspectorProps = {
  session: RunSession
  /** For the name of the run's assistant; the first runs what nothing ran before. */
  assistants?: readonly { assistant_id: string; name: string }[]
  runHref?: (run_id: string) => string
  /** Follows a link to a run without loading the page. */
  onNavigate?: (href: string) => void
  /** A drawing of the graph in which the given nodes are at work or have been; absent where there is none. */
  graph?: DrawRun
  /** What the steps of the run took; absent where nothing counts. */
  spending?: DrawSpending
  /** How much is kept of the thread; absent where nobody tells. */
  size?: DrawSize
  /** Stands below what was asked; for trying faults out. */
  lab?: ReactNode
  /** Somebody wants a test case that begins with the state at a checkpoint; absent where there are none. */
  onMakeCase?: MakeCase
  /** Where runs that are started here pause. */
  breakpoints?: Breakpoints
  /** The tab that is open, where the page keeps it; null and words that name none are the first one. */
  tab?: string | null
  /** Another tab was chosen; null is the first one. Without it the inspector keeps the choice itself. */
  onTabChange?: (tab: string | null) => void
}

type TabId = 'run' | 'state' | 'history' | 'events' | 'actions'
const firstTab: TabId = 'run'

/** What lies under the conversation: the run and its steps, the thread's state, checkpoints, raw events. */
export function RunInspector(props: RunInspectorProps) {
  const { session, assistants = [], runHref, onNavigate, graph, spending, lab, onMakeCase } = props
  const { size, breakpoints = noBreakpoints } = props
  const [ownTab, setOwnTab] = useState<string | null>(null)
  const { tab: shownTab = ownTab, onTabChange = setOwnTab } = props
  const tab = tabs.find(({ id }) => id === shownTab)?.id ?? firstTab
  const snapshot = useSessionWhen(session, tab === 'events' ? everything : allButText)
  const fallback = assistants[0]?.assistant_id ?? ''
  const start = useCallback<StartRun>(
    (work, options = {}) => {
      const assistant_id = session.getSnapshot().run?.assistant_id ?? fallback
      return session.submit(work, { assistant_id, breakpoints, ...options })
    },
    [session, fallback, breakpoints],
  )
  const follow = (event: MouseEvent, href: string) => {
    const isPlain = !event.metaKey && !event.ctrlKey && !event.shiftKey && event.button === 0
    if (!isPlain || !onNavigate) return
    event.preventDefault()
    onNavigate(href)
  }
  const contents: Record<TabId, ReactNode> = {
    run: (
      <RunTab
        session={session}
        snapshot={snapshot}
        assistants={assistants}
        runHref={runHref}
        onFollow={follow}
        graph={graph}
        spending={spending}
      />
    ),
    state: <StateTab session={session} snapshot={snapshot} start={start} />,
    history: (
      <HistoryTab
        session={session}
        snapshot={snapshot}
        start={start}
        onMakeCase={onMakeCase}
        runHref={runHref}
        onFollow={follow}
        size={size}
      />
    ),
    events: <EventsTab session={session} snapshot={snapshot} />,
    actions: (
      <>
        <ActionList actions={snapshot.actions} />
        {lab}
      </>
    ),
  }
  return (
    <Tabs<TabId>
      label="Inspector"
      value={tab}
      onValueChange={(id) => onTabChange(id === firstTab ? null : id)}
      isInset
      tabs={tabs.map(({ id, label }) => ({
        id,
        label,
        content: id === tab && <div className="px-4 py-3.5">{contents[id]}</div>,
      }))}
    />
  )
}

const everything = (snapshot: SessionSnapshot) => [snapshot]

/** Text comes many times a second; steps, states and what was asked do not. */
function allButText({ conversation, eventCount, ...rest }: SessionSnapshot): readonly unknown[] {
  const { messages, pace, ...others } = conversation
  return [...Object.values(rest), ...Object.values(others), messages.length]
}

const tabs: readonly { id: TabId; label: string }[] = [
  { id: 'run', label: 'Run' },
  { id: 'state', label: 'State' },
  { id: 'history', label: 'History' },
  { id: 'events', label: 'Events' },
  { id: 'actions', label: 'Actions' },
]
