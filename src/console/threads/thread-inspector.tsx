import { useNavigate } from 'react-router-dom'
import { RunInspector } from '../../chat/inspector/inspector.tsx'
import type { RunSession } from '../../chat/session/session-types.ts'
import { FaultLab } from '../objects/fault-lab.tsx'
import { InspectorGraph } from './inspector-graph.tsx'
import type { useInspectorTab } from './use-inspector-tab.ts'

type ThreadInspectorProps = {
  deploymentId: string
  session: RunSession
  assistants: readonly { assistant_id: string; name: string }[]
  runHref: (runId: string) => string
} & ReturnType<typeof useInspectorTab>

/** The inspector of a thread's page: with the graph of its runs, and the fault lab where there is one. */
export function ThreadInspector({ deploymentId, ...inspector }: ThreadInspectorProps) {
  const navigate = useNavigate()
  return (
    <RunInspector
      {...inspector}
      onNavigate={(href) => navigate(href)}
      graph={(assistantId, nodes) => (
        <InspectorGraph deploymentId={deploymentId} assistantId={assistantId} {...nodes} />
      )}
      lab={<FaultLab level="h3" className="mt-5 border-t pt-3.5" />}
    />
  )
}
