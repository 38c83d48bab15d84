import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { Feedback } from '../../contract/tracing/feedback.ts'
import { Button } from '../../ui/controls/button.tsx'
import { RelativeTime } from '../../ui/format/relative-time.tsx'
import { shortId } from '../../ui/format/short-id-text.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { MoreMenu } from '../../ui/overlay/more-menu.tsx'
import { JsonView } from '../../ui/page/json-view.tsx'
import { useApi } from '../api.tsx'
import { useObjectMenu } from '../objects/object-menu.tsx'
import { plainLine } from '../objects/plain-line.ts'
import { VoteScore } from '../objects/vote-score.tsx'
import { paths } from '../paths.ts'
import { VoteOrigin } from './vote-origin.tsx'

const MakeCaseOfRun = lazyPart(() =>
  import('../objects/qa/make-case/make-case-of-run.tsx').then((code) => code.MakeCaseOfRun),
)

type VoteListProps = {
  votes: readonly Feedback[]
  /** Names of deployments by id, where votes of several are listed. */
  names: ReadonlyMap<string, string> | null
  /** The one whose votes are listed; null for several. Votes of another are those of its previews. */
  deploymentId: string | null
}

/** What people said, newest first; each vote leads to its run. */
export function VoteList({ votes, names, deploymentId }: VoteListProps) {
  return (
    <ul aria-label="Votes">
      {votes.map((vote) => (
        <li key={vote.id} className="border-b px-4 py-3 last:border-b-0">
          <Vote
            vote={vote}
            names={names}
            isOfPreview={deploymentId !== null && vote.deployment_id !== deploymentId}
          />
        </li>
      ))}
    </ul>
  )
}

type VoteProps = { vote: Feedback; names: VoteListProps['names']; isOfPreview: boolean }

function Vote({ vote, names, isOfPreview }: VoteProps) {
  const { deployment_id: deploymentId, revision_id: revisionId, thread_id: threadId } = vote
  const isEmpty = ![vote.score, vote.value, vote.comment, vote.correction].some(
    (said) => said != null,
  )
  const run = deploymentId && threadId ? paths.run(deploymentId, threadId, vote.run_id) : null
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <VoteScore vote={vote} />
        <span className="mono min-w-0 break-all">{vote.key}</span>
        {isEmpty && <span className="text-ink-3">taken back</span>}
        <span className="flex flex-wrap items-center gap-x-3 text-ink-2 text-sm">
          {deploymentId && names && (
            <Link
              to={paths.deploymentFeedback(deploymentId)}
              className="rounded-sm text-ink-2 hover:underline"
            >
              {names.get(deploymentId) ?? shortId(deploymentId)}
            </Link>
          )}
          {isOfPreview && deploymentId && (
            <Link
              to={paths.deploymentFeedback(deploymentId)}
              className="rounded-sm text-ink-2 hover:underline"
            >
              at a preview
            </Link>
          )}
          {deploymentId && revisionId && (
            <span className="max-[599px]:hidden">
              revision{' '}
              <Link
                to={paths.revision(deploymentId, revisionId)}
                title={revisionId}
                className="mono rounded-sm text-ink-2 hover:underline"
              >
                {shortId(revisionId)}
              </Link>
            </span>
          )}
          <VoteOrigin vote={vote} />
          <RelativeTime value={vote.modified_at ?? vote.created_at} />
        </span>
        <span className="ml-auto flex items-center gap-1">
          <Button
            size="sm"
            aria-label={`Open run ${shortId(vote.run_id)}`}
            disabledReason={run ? undefined : runUnknown}
            {...(run && { render: <Link to={run} /> })}
          >
            Open run
          </Button>
          <VoteActs vote={vote} run={run} />
        </span>
      </div>
      {(vote.question || vote.answer) && (
        <blockquote className="mt-1.5 border-line border-l-2 pl-3 text-ink-2 text-sm">
          {vote.question && (
            <p className="line-clamp-2 break-words text-ink" dir="auto">
              {beginning(vote.question)}
            </p>
          )}
          {vote.answer && (
            <p className="mt-0.5 line-clamp-2 break-words" dir="auto">
              {beginning(vote.answer)}
            </p>
          )}
        </blockquote>
      )}
      {vote.comment && <p className="mt-1 whitespace-pre-wrap break-words">{vote.comment}</p>}
      {vote.correction != null && (
        <div className="mt-1.5">
          <p className="mb-1 text-ink-3 text-sm">Correction</p>
          {typeof vote.correction === 'string' ? (
            <p className="whitespace-pre-wrap break-words">{vote.correction}</p>
          ) : (
            <JsonView
              value={vote.correction}
              label={`correction of the vote ${shortId(vote.id)}`}
            />
          )}
        </div>
      )}
    </>
  )
}

/** So many characters of what was said are told at most. */
const toldAtMost = 200

/** The beginning of what was said as plain words, which says where it does not end there. */
function beginning(said: string): string {
  return `${plainLine(said)}${[...said].length < toldAtMost ? '' : '…'}`
}

const runUnknown = 'The run is gone with its thread, or this server does not tell where it is'

/** What can be made of a vote, and its menu. */
function VoteActs({ vote, run }: { vote: Feedback; run: string | null }) {
  const { connection } = useApi()
  const [isMaking, setIsMaking] = useState(false)
  const { deployment_id: deploymentId, thread_id: threadId } = vote
  const { items, dialog } = useObjectMenu({
    noun: 'vote',
    id: vote.id,
    url: `${connection.tracing_url}/api/v1/feedback?${new URLSearchParams({ run: vote.run_id })}`,
    to: run ?? location.href,
    value: vote,
  })
  return (
    <>
      <Button
        acts
        size="sm"
        aria-label={`Make a case of run ${shortId(vote.run_id)}`}
        disabledReason={run ? undefined : runUnknown}
        onClick={() => setIsMaking(true)}
      >
        Make a case
      </Button>
      <MoreMenu label={`More about the vote on ${shortId(vote.run_id)}`} isInRow>
        {items}
      </MoreMenu>
      {dialog}
      {isMaking && deploymentId && threadId && (
        <MakeCaseOfRun
          deploymentId={deploymentId}
          threadId={threadId}
          runId={vote.run_id}
          vote={vote}
          onClose={() => setIsMaking(false)}
        />
      )}
    </>
  )
}
