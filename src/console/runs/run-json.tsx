import { useQuery } from '@tanstack/react-query'
import { storedEvents } from '../../chat/inspector/stored-events.ts'
import { isActive, joinRunStream, type Run } from '../../contract/agent-server/runs.ts'
import type { ThreadState } from '../../contract/agent-server/threads.ts'
import { Card, CardHeader } from '../../ui/page/card.tsx'
import { JsonView } from '../../ui/page/json-view.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { queryKey, useApi } from '../api.tsx'
import { Folded, jsonSummary } from './folded-json.tsx'
import { useRunIsGone } from './gone/run-is-gone.ts'

type RunJsonProps = {
  deploymentId: string
  run: Run
  /** What it left; undefined where that is nothing, or not read. */
  last: ThreadState | undefined
}

/** A run as data, folded: what it was given, what it left, how it was asked for, what it streamed. */
export function RunJson({ deploymentId, run, last }: RunJsonProps) {
  const { input, command, ...options } = run.kwargs ?? {}
  const output = outputTitle(run)
  return (
    <Card>
      <CardHeader title="JSON" />
      {command ? (
        <Folded title="Command" summary={jsonSummary(command)}>
          {() => <JsonView value={command} label="run command" openDepth={4} />}
        </Folded>
      ) : (
        <Folded title="Input" summary={jsonSummary(input)}>
          {() => <JsonView value={input ?? null} label="run input" openDepth={4} />}
        </Folded>
      )}
      <Folded title={output} summary={last ? jsonSummary(last.values) : 'none'}>
        {() =>
          last ? (
            <JsonView value={last.values} label="run output" openDepth={2} />
          ) : (
            <p className="text-ink-2">The thread has no state of this run.</p>
          )
        }
      </Folded>
      <Folded title="Options" summary={jsonSummary(options)}>
        {() => <JsonView value={options} label="run options" openDepth={1} />}
      </Folded>
      <Folded title="Events" summary="read when unfolded">
        {() => <Events deploymentId={deploymentId} run={run} />}
      </Folded>
      <Folded title="Run" summary={jsonSummary(run)}>
        {() => <JsonView value={run} label="run" openDepth={1} />}
      </Folded>
    </Card>
  )
}

function outputTitle(run: Run): string {
  if (isActive(run)) return 'State so far'
  return run.status === 'success' ? 'Output' : 'State it left'
}

const mostEvents = 500

/** The events that the server keeps of the run's stream. */
function Events({ deploymentId, run }: { deploymentId: string; run: Run }) {
  const agent = useApi().agent(deploymentId)
  const params = { thread_id: run.thread_id, run_id: run.run_id }
  const isGone = useRunIsGone()
  const { data, error } = useQuery({
    queryKey: [...queryKey(agent, joinRunStream, { params }), run.status],
    queryFn: ({ signal }) => storedEvents(agent, params, { most: mostEvents, signal }),
    retry: false,
    enabled: !isGone,
  })
  if (!data && isGone) {
    return <p className="text-ink-2">They were not read before the run was gone.</p>
  }
  if (error)
    return <p className="break-words text-bad">{`They could not be read: ${error.message}`}</p>
  if (!data) return <Skeleton label="Loading the events" lines={2} />
  if (data.length === 0) {
    return (
      <p className="text-ink-2">The server keeps none: the run was not started as resumable.</p>
    )
  }
  return (
    <>
      <p className="mb-2 text-ink-2 text-sm">{eventWords(data.length, isActive(run))}</p>
      <JsonView value={data} label="run events" openDepth={1} />
    </>
  )
}

function eventWords(count: number, isGoingOn: boolean): string {
  if (count === mostEvents) return `The first ${count}`
  return `${count} ${count === 1 ? 'event' : 'events'}${isGoingOn ? ' so far' : ''}`
}
