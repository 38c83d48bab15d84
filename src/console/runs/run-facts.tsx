import { Link } from 'react-router-dom'
import { UsageFacts } from '../../chat/inspector/usage-facts.tsx'
import { isActive, isHeld, type Run } from '../../contract/agent-server/runs.ts'
import { sessionMark } from '../../contract/qa/session-mark.ts'
import { CopyButton } from '../../ui/controls/copy-button.tsx'
import { Duration } from '../../ui/format/duration.tsx'
import { RelativeTime } from '../../ui/format/relative-time.tsx'
import { IdText } from '../../ui/format/short-id.tsx'
import { Fact, Facts } from '../../ui/page/facts.tsx'
import { endReason } from '../objects/run-status.tsx'
import { paths } from '../paths.ts'
import { useRunIsGone } from './gone/run-is-gone.ts'
import { MadeBySession } from './made-by-session.tsx'
import { RunListeners } from './run-listeners.tsx'
import { RunRevision } from './run-revision.tsx'

const linkClass = 'rounded-sm text-accent hover:underline'

/** What a run is: the server's own status word, what it belongs to, when it was, how it was asked for. */
export function RunFacts({ deploymentId, run }: { deploymentId: string; run: Run }) {
  const { feedback_keys: keys, on_disconnect: onDisconnect } = run.kwargs ?? {}
  const graph = run.metadata?.graph_id
  // How long it went on is not known of one that was at work when it went.
  const isCutShort = useRunIsGone() && isActive(run)
  const session = sessionMark(run.metadata)
  return (
    <Facts>
      <Fact term="API status">
        <span className="mono">{run.status}</span>
      </Fact>
      <Fact term="Thread">
        <Link
          to={paths.thread(deploymentId, run.thread_id, run.run_id)}
          title={run.thread_id}
          className={`mono ${linkClass}`}
        >
          <IdText id={run.thread_id} />
        </Link>
      </Fact>
      {run.assistant_id && (
        <Fact term="Assistant">
          <span className="flex flex-wrap items-center gap-x-2">
            {typeof graph === 'string' && graph}
            <Link
              to={paths.assistant(deploymentId, run.assistant_id)}
              title={run.assistant_id}
              className={`mono ${linkClass}`}
            >
              <IdText id={run.assistant_id} />
            </Link>
          </span>
        </Fact>
      )}
      {run.revision_id && (
        <Fact term="Revision">
          <RunRevision deploymentId={deploymentId} revisionId={run.revision_id} />
        </Fact>
      )}
      {session && (
        <Fact term="Made by">
          <MadeBySession by={session} />
        </Fact>
      )}
      <UsageFacts usage={run.usage} />
      <Fact term="Created">
        <RelativeTime value={run.created_at} />
      </Fact>
      {run.started_at && (
        <>
          <Fact term="Waited">
            <Duration start={run.created_at} end={run.started_at} />
          </Fact>
          {!isCutShort && (
            <Fact term={isActive(run) ? 'Running for' : 'Took'}>
              <Duration start={run.started_at} end={isActive(run) ? null : run.ended_at} />
            </Fact>
          )}
        </>
      )}
      {run.ended_at && !isActive(run) && (
        <Fact term="Ended">
          <RelativeTime value={run.ended_at} />
        </Fact>
      )}
      {run.scheduled_at && run.status === 'pending' && (
        <Fact term="Starts">
          {isHeld(run) ? (
            'when its thread asks nothing more'
          ) : (
            <RelativeTime value={run.scheduled_at} />
          )}
        </Fact>
      )}
      {endReason(run) && <Fact term="Why it ended">{endReason(run)}</Fact>}
      {run.replaced_by && (
        <Fact term="Replaced by">
          <Link
            to={paths.run(deploymentId, run.thread_id, run.replaced_by)}
            title={run.replaced_by}
            className={`mono ${linkClass}`}
          >
            <IdText id={run.replaced_by} />
          </Link>
        </Fact>
      )}
      {run.multitask_strategy && (
        <Fact term="If busy">
          <span className="mono">{run.multitask_strategy}</span>
        </Fact>
      )}
      {typeof onDisconnect === 'string' && (
        <Fact term="On disconnect">
          <span className="mono">{onDisconnect}</span>
        </Fact>
      )}
      {run.listeners && isActive(run) && !isCutShort && (
        <Fact term="Who listens">
          <RunListeners listeners={run.listeners} />
        </Fact>
      )}
      {run.trace_id && (
        <Fact term="Trace">
          <span className="flex items-center gap-1">
            <span className="mono break-all">{run.trace_id}</span>
            <CopyButton text={run.trace_id} label="Copy trace id" />
          </span>
        </Fact>
      )}
      {Array.isArray(keys) && keys.length > 0 && (
        <Fact term="Feedback keys">
          <span className="mono">{keys.join(', ')}</span>
        </Fact>
      )}
    </Facts>
  )
}
