import type { UiMessage } from '../../contract/agent-server/components/ui-messages.ts'
import type { Turn } from '../conversation/turns.ts'
import type { StartRun } from '../history/use-time-travel.ts'
import type { RunSession, SessionSnapshot } from '../session/session-types.ts'
import { ConsoleComponent } from './console-component.tsx'
import { ofTurn } from './of-turn.ts'
import { useSaid, useStreamFacts } from './use-said.ts'

type ThreadComponentsProps = {
  session: RunSession
  snapshot: SessionSnapshot
  turn: Turn
  /** What belongs to no message of the thread stands at its end. */
  isLast: boolean
  onRun: StartRun
}

/** What the agent said in a turn by components of its project. */
export function ThreadComponents(props: ThreadComponentsProps) {
  const { session, snapshot, turn, isLast, onRun } = props
  const { conversation, run } = snapshot
  const isActive = run?.outcome === 'active'
  const said = useSaid(conversation, isActive)
  const stream = useStreamFacts(conversation, isActive)
  return ofTurn(said, turn, conversation.messages, isLast).map((one) => (
    <ConsoleComponent
      key={one.id}
      said={one}
      transport={session.transport}
      graphId={graphOf(snapshot, one)}
      stream={stream}
      onSubmit={(input, command) =>
        void onRun(command ? { command: command as Readonly<Record<string, unknown>> } : { input })
      }
      onStop={() => void session.interrupt()}
    />
  ))
}

/** The graph whose components are meant: that of its run, or else that of the thread's state. */
function graphOf({ records, state }: SessionSnapshot, { metadata }: UiMessage): string | null {
  const run = records.find(({ run_id }) => run_id === metadata.run_id) ?? records.at(-1)
  const known = [run, state].map((one) => (one?.metadata as Record<string, unknown>)?.graph_id)
  return known.find((one): one is string => typeof one === 'string') ?? null
}
