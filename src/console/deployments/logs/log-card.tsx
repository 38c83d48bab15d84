import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useDeferredValue, useMemo, useState } from 'react'
import { isSettled, type Revision } from '../../../contract/control-plane/revisions.ts'
import { Button, IconButton } from '../../../ui/controls/button.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { LogView } from '../../../ui/page/log-view.tsx'
import { saveFile } from '../../../ui/save-file.ts'
import { useApi } from '../../api.tsx'
import { UrlChoice } from '../../lists/url-choice.tsx'
import { useUrlFilters } from '../../lists/url-filters.ts'
import { UrlSearch } from '../../lists/url-search.tsx'
import { readLogFile } from './log-file.ts'
import { filterLog, logLevels } from './log-filter.ts'
import { type LogTail, type LogType, linesOf, logTailQuery } from './log-tail.ts'

type RevisionLogProps = {
  deploymentId: string
  revision: Revision
}

const shownLogs = [
  { value: 'all', label: 'Build and deploy' },
  { value: 'build', label: 'Build' },
  { value: 'deploy', label: 'Deploy' },
] as const
type Shown = (typeof shownLogs)[number]['value']

/** The log of a revision: grows while it moves, and on request afterwards. What is shown of it is in the address. */
export function RevisionLog({ deploymentId, revision }: RevisionLogProps) {
  const tail = useQuery({
    ...logTailQuery(useApi(), deploymentId, revision),
    // A rollout that is watched goes on in a background tab.
    refetchIntervalInBackground: true,
  })
  const url = useUrlFilters()
  const shown: Shown = shownLogs.find(({ value }) => value === url.get('log'))?.value ?? 'all'
  const level = logLevels.find(({ value }) => value === url.get('level'))?.value ?? 'all'
  // Typing comes first, however long the log.
  const text = useDeferredValue(url.get('find') ?? '')
  const isLive = !isSettled(revision)
  const all = useMemo(() => (tail.data ? linesOf(tail.data, shown) : []), [tail.data, shown])
  const lines = useMemo(() => filterLog(all, { text, level }), [all, text, level])
  const isNarrowed = lines.length < all.length
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 border-t py-1.5 pr-3 pl-2 print:hidden">
        <UrlChoice url={url} name="log" label="Log" options={shownLogs} variant="ghost" />
        <UrlChoice url={url} name="level" label="Level" options={logLevels} variant="ghost" />
        <UrlSearch isInline url={url} name="find" label="Search the log" />
        <span role="status" className="text-ink-3 text-sm tabular-nums">
          {countText(lines.length, all.length, dropped(tail.data, shown))}
        </span>
        <span className="ml-auto flex flex-wrap items-center justify-end gap-2">
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
          <DownloadButton deploymentId={deploymentId} revisionId={revision.id} shown={shown} />
        </span>
      </div>
      <LogView
        label={`Log of revision ${revision.id}`}
        lines={lines}
        isLive={isLive && !isNarrowed}
        emptyText={emptyText(tail.isPending, isNarrowed, isLive)}
      />
    </>
  )
}

type DownloadButtonProps = { deploymentId: string; revisionId: string; shown: Shown }

/** The whole log, also what the page has let go. */
function DownloadButton({ deploymentId, revisionId, shown }: DownloadButtonProps) {
  const api = useApi()
  const [isPending, setIsPending] = useState(false)
  const download = async () => {
    setIsPending(true)
    try {
      const types: LogType[] | undefined = shown === 'all' ? undefined : [shown]
      saveFile(await readLogFile(api, deploymentId, revisionId, types), `${revisionId}.log`)
    } catch (error) {
      toast.bad('The log could not be read', {
        description: error instanceof Error ? error.message : String(error),
      })
    } finally {
      setIsPending(false)
    }
  }
  return (
    <IconButton label="Download the log" size="sm" isPending={isPending} onClick={download}>
      <Download aria-hidden size={14} strokeWidth={1.8} />
    </IconButton>
  )
}

function dropped(tail: LogTail | undefined, shown: Shown): number {
  if (!tail) return 0
  return shown === 'all' ? tail.build.dropped + tail.deploy.dropped : tail[shown].dropped
}

function countText(shown: number, all: number, gone: number): string {
  const count = shown < all ? `${shown} of ${all}` : String(all)
  const older = gone > 0 ? ` · ${gone} older in the download` : ''
  return `${count} ${all === 1 ? 'line' : 'lines'}${older}`
}

function emptyText(isReading: boolean, isNarrowed: boolean, isLive: boolean): string {
  if (isReading) return 'Reading the log…'
  if (isNarrowed) return 'No line matches.'
  return isLive ? 'No lines yet.' : 'No lines.'
}
