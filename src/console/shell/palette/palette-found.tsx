import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Command } from 'cmdk'
import { MessagesSquare, Play } from 'lucide-react'
import { searchesAll } from '../../../contract/gateway/connections.ts'
import { searchAllRuns } from '../../../contract/search/run-search.ts'
import { shortId } from '../../../ui/format/short-id-text.ts'
import { useSettled } from '../../../ui/use-settled.ts'
import { query, useApi } from '../../api.tsx'
import { plainLine } from '../../objects/plain-line.ts'
import { restOfFound, runWords } from '../../objects/run-status.tsx'
import { threadTitle } from '../../objects/thread-title.ts'
import { useDeploymentNames } from '../../objects/use-deployment-names.ts'
import { paths } from '../../paths.ts'
import { PaletteItem, paletteIcon } from './palette-item.tsx'
import { typingPauseMs } from './typing-pause.ts'

const leastLetters = 3
const mostFound = 8

type PaletteFoundProps = { search: string; go: (to: string) => void }

/** Conversations and runs of all deployments, by what was said in them or by their ids, as the server finds them. */
export function PaletteFound({ search, go }: PaletteFoundProps) {
  const api = useApi()
  const text = useSettled(search.trim(), typingPauseMs)
  const isAsked = searchesAll(api.connection) && text.length >= leastLetters
  const { data } = useQuery({
    ...query(api.controlPlane, searchAllRuns, { body: { text, limit: mostFound } }),
    enabled: isAsked,
    placeholderData: keepPreviousData,
    retry: false,
  })
  const runs = isAsked ? (data?.runs ?? []) : []
  const names = useDeploymentNames(runs)
  const threads = new Map(runs.map((run) => [run.thread_id, run]))
  if (runs.length === 0) return null
  const found = [
    <Command.Group key="threads" heading="Threads with it" forceMount>
      {[...threads.values()].map((run) => (
        <PaletteItem
          key={run.thread_id}
          value={`found thread ${run.thread_id}`}
          isFound
          icon={<MessagesSquare {...paletteIcon} />}
          note={names.get(run.deployment_id)}
          onSelect={() => go(paths.thread(run.deployment_id, run.thread_id, run.run_id))}
        >
          {threadTitle(run.thread)}
        </PaletteItem>
      ))}
    </Command.Group>,
    <Command.Group key="runs" heading="Runs with it" forceMount>
      {runs.map((run) => (
        <PaletteItem
          key={run.run_id}
          value={`found run ${run.run_id}`}
          isFound
          icon={<Play {...paletteIcon} />}
          note={runWords(run, restOfFound(run))}
          onSelect={() => go(paths.run(run.deployment_id, run.thread_id, run.run_id))}
        >
          {`Run ${shortId(run.run_id)} · ${plainLine(run.question ?? '') || threadTitle(run.thread)}`}
        </PaletteItem>
      ))}
    </Command.Group>,
  ]
  // Whoever types the id of a run means the run.
  const isOfRun = runs.some(({ run_id }) => run_id === text.toLowerCase())
  return isOfRun ? found.reverse() : found
}
