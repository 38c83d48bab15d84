import { Plug } from 'lucide-react'
import type { Connection } from '../../../contract/gateway/connections.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { EmptyState } from '../../../ui/page/empty-state.tsx'
import { useGateway } from '../gateway-context.ts'

/** Stands where the address names a server that this console does not know (any more): leads to those it knows. */
export function NoConnectionPage({ connections }: { connections: readonly Connection[] }) {
  const { connectionId, openConnection } = useGateway()
  return (
    <>
      <h1 className="sr-only">No such connection</h1>
      <EmptyState
        title="No such connection"
        icon={<Plug aria-hidden size={28} strokeWidth={1.5} />}
        action={
          <div className="flex flex-wrap justify-center gap-2">
            {connections.map(({ id, name }) => (
              <Button key={id} onClick={() => openConnection(id)}>
                Open {name}
              </Button>
            ))}
          </div>
        }
      >
        This address belongs to a connection “{connectionId}”, which this console does not have. It
        may have been removed, or the link is from another console.
      </EmptyState>
    </>
  )
}
