import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'react-router-dom'
import { listConnections } from '../../../contract/gateway/connections.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { query } from '../../api.tsx'
import { useGateway } from '../gateway-context.ts'
import { useIsReviewer } from '../reviewer/use-is-reviewer.ts'

/** So many buttons stand here; the menu of connections has all. */
const mostShown = 5

/**
 * Where something is not there: which connection was asked, and the same address at the others. An address that was
 * typed or sent without its connection leads to the one that was used last.
 */
export function OtherConnections() {
  const { gateway, connectionId, openConnection } = useGateway()
  const isReviewer = useIsReviewer()
  const { pathname, search } = useLocation()
  const { data: connections = [] } = useQuery({
    ...query(gateway, listConnections),
    enabled: !isReviewer,
    staleTime: 60_000,
  })
  const current = connections.find(({ id }) => id === connectionId)
  const others = connections.filter(({ id }) => id !== connectionId).slice(0, mostShown)
  if (!current || others.length === 0) return null
  return (
    <div className="mt-4 text-ink-2">
      <p className="break-words">It was looked for at the connection “{current.name}”.</p>
      <div className="mt-2 flex flex-wrap justify-center gap-2">
        {others.map(({ id, name }) => (
          <Button
            key={id}
            size="sm"
            className="max-w-full"
            onClick={() => openConnection(id, pathname + search)}
          >
            <span className="truncate">Look at {name}</span>
          </Button>
        ))}
      </div>
    </div>
  )
}
