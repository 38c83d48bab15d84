import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { isUnderWay } from '../../../contract/control-plane/awaits-source.ts'
import type { Revision } from '../../../contract/control-plane/revisions.ts'
import { refusalOf } from '../../../contract/gateway/connections.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { useApi } from '../../api.tsx'
import { useUrlFilters } from '../../lists/url-filters.ts'
import { DownloadLog } from '../../objects/logs/download-log.tsx'
import { LogPanel } from '../../objects/logs/log-panel.tsx'
import { revisionStreams, wantedStream } from '../../objects/logs/log-streams.ts'
import { countOf, linesOf, runsOf } from '../../objects/logs/log-tail.ts'
import { useIsTold } from '../../shell/changes/use-changes.ts'
import { revisionLogQuery } from './revision-log-query.ts'

type RevisionLogProps = {
  deploymentId: string
  revision: Revision
}

/** The log of a revision, or why there is none. */
export function RevisionLog(props: RevisionLogProps) {
  const lack = refusalOf(useApi().connection, 'revision_logs')
  if (lack === null) return <Log {...props} />
  return <p className="border-t px-4 py-3 text-ink-2">This server does not tell the log. {lack}</p>
}

/** Grows while the revision moves, and afterwards where the server tells of it, or on request. */
function Log({ deploymentId, revision }: RevisionLogProps) {
  const tail = useQuery({
    ...revisionLogQuery(useApi(), deploymentId, revision),
    // A rollout that is watched goes on in a background tab.
    refetchIntervalInBackground: true,
  })
  const isTold = useIsTold()
  const url = useUrlFilters()
  const { data } = tail
  const streams = useMemo(() => revisionStreams(data ? linesOf(data, 'deploy') : []), [data])
  const stream = wantedStream(url, streams)
  const lines = useMemo(() => (data ? linesOf(data, stream) : []), [data, stream])
  const isMoving = isUnderWay(revision)
  return (
    <LogPanel
      label={`Log of revision ${revision.id}`}
      url={url}
      lines={lines}
      count={data ? countOf(data) : 0}
      runs={data ? runsOf(data) : {}}
      streams={streams}
      isLive={isMoving}
      emptyText={tail.isPending ? 'Reading the log…' : isMoving ? 'No lines yet.' : 'No lines.'}
    >
      {tail.error && <span className="text-sm text-warn">{tail.error.message}</span>}
      {!isMoving && !isTold && (
        <Button
          size="sm"
          variant="ghost"
          isPending={tail.isFetching}
          onClick={() => void tail.refetch()}
        >
          Load newer
        </Button>
      )}
      <DownloadLog
        place={{ deploymentId, revisionId: revision.id }}
        types={stream === 'all' ? undefined : [stream === 'build' ? 'build' : 'deploy']}
        name={revision.id}
      />
    </LogPanel>
  )
}
