import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { isSettled, type Revision } from '../../contract/revisions.ts'
import { Button } from '../../ui/button.tsx'
import { LogView } from '../../ui/log-view.tsx'
import { SelectMenu } from '../../ui/select-menu.tsx'
import { useApi } from '../api.tsx'
import { type LogType, linesOf, logTailQuery } from './log-tail.ts'

type RevisionLogProps = {
  deploymentId: string
  revision: Revision
}

const shownLogs = [
  { value: 'all', label: 'Build and deploy' },
  { value: 'build', label: 'Build' },
  { value: 'deploy', label: 'Deploy' },
] as const

/** The log of a revision: grows while it moves, and on request afterwards. */
export function RevisionLog({ deploymentId, revision }: RevisionLogProps) {
  const tail = useQuery({
    ...logTailQuery(useApi(), deploymentId, revision),
    // A rollout that is watched goes on in a background tab.
    refetchIntervalInBackground: true,
  })
  const [shown, setShown] = useState<LogType | 'all'>('all')
  const isLive = !isSettled(revision)
  const lines = tail.data ? linesOf(tail.data, shown) : []
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 border-t py-1.5 pr-4 pl-2">
        <SelectMenu label="Log" value={shown} options={shownLogs} onValueChange={setShown} />
        <span className="text-ink-3 text-sm tabular-nums">
          {lines.length} {lines.length === 1 ? 'line' : 'lines'}
        </span>
        <span className="grow" />
        {tail.error && <span className="text-sm text-warn">{tail.error.message}</span>}
        {!isLive && (
          <Button
            size="sm"
            variant="ghost"
            isPending={tail.isFetching}
            onClick={() => void tail.refetch()}
          >
            Load newer
          </Button>
        )}
      </div>
      <LogView
        label={`Log of revision ${revision.id}`}
        lines={lines}
        isLive={isLive}
        emptyText={tail.isPending ? 'Reading the log…' : isLive ? 'No lines yet.' : 'No lines.'}
      />
    </>
  )
}
