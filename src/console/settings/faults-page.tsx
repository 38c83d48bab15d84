import { Card } from '../../ui/page/card.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { FaultLab } from '../objects/fault-lab.tsx'
import { paths } from '../paths.ts'
import type { PageHandle } from '../shell/page/page-handle.ts'
import { useSession } from '../shell/use-session.ts'

export const handle = {
  useTitle: () => 'Fault lab',
  to: paths.faults,
} satisfies PageHandle

/** What goes wrong on purpose, for trying out what people and programs then see. */
export function Component() {
  const session = useSession()
  if (!session) return null
  return (
    <div className="max-w-[560px]">
      <Card>
        {session.has_faults ? (
          <FaultLab level="h2" className="p-4" />
        ) : (
          <EmptyState title="There is no fault lab here">
            Start the server with <code className="mono">--faults</code> to have requests fail on
            purpose.
          </EmptyState>
        )}
      </Card>
    </div>
  )
}
