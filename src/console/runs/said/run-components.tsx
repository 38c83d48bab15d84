import { useMemo } from 'react'
import { ConsoleComponent } from '../../../chat/components/console-component.tsx'
import { ofTurn } from '../../../chat/components/of-turn.ts'
import { useSaid, useStreamFacts } from '../../../chat/components/use-said.ts'
import type { Conversation } from '../../../chat/conversation/conversation-types.ts'
import type { Turn } from '../../../chat/conversation/turns.ts'
import { uiMessagesOf } from '../../../contract/agent-server/components/ui-messages.ts'
import type { Run } from '../../../contract/agent-server/runs.ts'
import { useApi } from '../../api.tsx'
import type { Beginning } from '../../objects/run-history/run-history.ts'

/** What components are drawn with. */
export type RunFacts = Pick<Conversation, 'values' | 'custom' | 'interrupts' | 'failure'>

type RunComponentsProps = {
  deploymentId: string
  run: Run
  facts: RunFacts
  isActive: boolean
  beginning: Beginning | undefined
  /** All that are shown, and the one of them that is meant. */
  turns: readonly Turn[]
  turn: Turn
}

/** What a run said by components of its project, to be read: a record, from which no run is begun or stopped. */
export function RunComponents(props: RunComponentsProps) {
  const { deploymentId, run, facts, isActive, beginning, turns, turn } = props
  const api = useApi()
  const agent = useMemo(() => api.agent(deploymentId), [api, deploymentId])
  const said = useSaid(facts, isActive)
  const stream = useStreamFacts(facts, isActive)
  const before = useMemo(() => {
    const values = beginning?.isKnown ? beginning.state?.values : null
    return new Set(uiMessagesOf(values).map(({ id }) => id))
  }, [beginning])
  const own = said.filter(({ id, metadata: { run_id } }) =>
    typeof run_id === 'string' ? run_id === run.run_id : !before.has(id),
  )
  const shown = turns.flatMap(({ human, parts }) => (human ? [human, ...parts] : parts))
  const { graph_id } = run.metadata ?? {}
  return ofTurn(own, turn, shown, turn === turns.at(-1)).map((one) => (
    <ConsoleComponent
      key={one.id}
      said={one}
      transport={agent}
      graphId={typeof graph_id === 'string' ? graph_id : null}
      stream={stream}
      onSubmit={nothing}
      onStop={nothing}
    />
  ))
}

const nothing = () => {}
