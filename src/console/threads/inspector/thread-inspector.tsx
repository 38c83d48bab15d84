import { useState } from 'react'
import type { BreakpointsInUse } from '../../../chat/breakpoints/breakpoint-chips.tsx'
import type { MakeCase } from '../../../chat/inspector/history/checkpoint-detail.tsx'
import { RunInspector } from '../../../chat/inspector/inspector.tsx'
import type { RunSession } from '../../../chat/session/session-types.ts'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { FaultLab } from '../../objects/fault-lab.tsx'
import { ThreadSpending } from '../thread-spending.tsx'
import type { useRunLinks } from '../use-run-links.ts'
import { InspectorGraph } from './inspector-graph.tsx'
import type { useInspectorTab } from './use-inspector-tab.ts'

const MakeCaseAtCheckpoint = lazyPart(() =>
  import('../../objects/qa/make-case/make-case-at-checkpoint.tsx').then(
    (code) => code.MakeCaseAtCheckpoint,
  ),
)

const ThreadSize = lazyPart(() => import('./thread-size.tsx').then((code) => code.ThreadSize))

type ThreadInspectorProps = {
  deploymentId: string
  session: RunSession
  assistants: readonly { assistant_id: string; name: string }[]
  pausing: BreakpointsInUse
} & ReturnType<typeof useRunLinks> &
  ReturnType<typeof useInspectorTab>

/** The inspector of a thread's page: with the graph of its runs, and the fault lab where there is one. */
export function ThreadInspector({ deploymentId, pausing, ...inspector }: ThreadInspectorProps) {
  const [caseAt, setCaseAt] = useState<Parameters<MakeCase>[0] | null>(null)
  return (
    <>
      <RunInspector
        {...inspector}
        breakpoints={pausing.breakpoints}
        graph={(assistantId, nodes) => (
          <InspectorGraph
            deploymentId={deploymentId}
            assistantId={assistantId}
            pausing={pausing}
            {...nodes}
          />
        )}
        spending={(runId, progress) => {
          const { thread_id: threadId } = inspector.session.getSnapshot()
          return threadId && <ThreadSpending {...{ deploymentId, threadId, runId, progress }} />
        }}
        size={(threadId, progress) => <ThreadSize {...{ deploymentId, threadId, progress }} />}
        lab={<FaultLab level="h3" className="mt-5 border-t pt-3.5" />}
        onMakeCase={setCaseAt}
      />
      {caseAt && (
        <MakeCaseAtCheckpoint
          deploymentId={deploymentId}
          at={caseAt}
          onClose={() => setCaseAt(null)}
        />
      )}
    </>
  )
}
