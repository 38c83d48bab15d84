import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useContext } from 'react'
import { Link } from 'react-router-dom'
import type { Run } from '../../../contract/agent-server/runs.ts'
import { threadRead } from '../../../contract/pages/thread-pages.ts'
import { RefusedActions } from '../../../ui/controls/refused-actions.ts'
import { Note } from '../../../ui/page/note.tsx'
import { useApi } from '../../api.tsx'
import { paths } from '../../paths.ts'
import { readQuery } from '../../reads.ts'
import { isNotFound } from './is-not-found.ts'
import { RunIsGone } from './run-is-gone.ts'

type KeptRunProps = { deploymentId: string; run: Run; isGone: boolean; children: ReactNode }

/**
 * What was read of a run: once the run is gone, below a note that says so, with every action refused. The tree is the
 * same before and after, so that what is unfolded stays so.
 */
export function KeptRun({ deploymentId, run, isGone, children }: KeptRunProps) {
  const refusal = useContext(RefusedActions)
  return (
    <RunIsGone value={isGone}>
      <RefusedActions value={refusal ?? (isGone ? 'This run is gone from the server' : undefined)}>
        <GoneNote deploymentId={deploymentId} threadId={run.thread_id} isGone={isGone} />
        {children}
      </RefusedActions>
    </RunIsGone>
  )
}

type GoneNoteProps = { deploymentId: string; threadId: string; isGone: boolean }

/** Empty while the run is there, so that it is heard when it comes. */
function GoneNote({ deploymentId, threadId, isGone }: GoneNoteProps) {
  // Only the thread tells what happened: it is there after a rollback.
  const thread = useQuery({
    ...readQuery(useApi(), threadRead(deploymentId, threadId)),
    enabled: ({ state }) => isGone && !isNotFound(state.error),
  })
  const isThreadGone = isNotFound(thread.error)
  const isTold = isGone && (isThreadGone || thread.isFetchedAfterMount)
  const [to, link] = isThreadGone
    ? [paths.deploymentThreads(deploymentId), 'All threads']
    : [paths.thread(deploymentId, threadId), 'Go to its thread']
  return (
    <div role="status">
      {isTold && (
        <div className="mb-5">
          <Note tone="warn">
            {isThreadGone
              ? 'This thread was deleted: the run and what it made are gone from the server with it.'
              : 'This run was rolled back: it and what it made are gone from the server.'}{' '}
            What you see is what was read before.{' '}
            <Link to={to} className="inline-block min-h-6 text-accent underline">
              {link}
            </Link>
          </Note>
        </div>
      )}
    </div>
  )
}
