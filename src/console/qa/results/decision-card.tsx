import { useQuery } from '@tanstack/react-query'
import { Check, TriangleAlert } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router-dom'
import { getRevision } from '../../../contract/control-plane/revisions.ts'
import type { Results } from '../../../contract/qa/results.ts'
import type { NamedTarget } from '../../../contract/qa/sessions.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { shortId } from '../../../ui/format/short-id-text.ts'
import { Card, CardHeader } from '../../../ui/page/card.tsx'
import { query, useApi } from '../../api.tsx'
import { paths } from '../../paths.ts'
import { type DecisionDraft, DecisionForm } from './decision-form.tsx'
import { DecisionWords } from './decision-words.tsx'
import { counted } from './figures.ts'
import { revisionOf } from './target-names.ts'

type DecisionCardProps = {
  results: Results
  /** Keys of the cases that the reader has opened. */
  read: ReadonlySet<string>
  draft: DecisionDraft
}

/** What was decided about the last target, and where that is done. */
export function DecisionCard({ results, read, draft }: DecisionCardProps) {
  const { session, targets, regressions, decision, to_judge, judged, looked_early } = results
  const [isDeciding, setIsDeciding] = useState(false)
  const isOpen = !decision || isDeciding || draft[0] !== ''
  const last = targets.at(-1)
  const unread = regressions.filter(({ case_key }) => !read.has(case_key)).length
  const of = targets.length > 1 ? 'pair' : 'case'
  const revision = useRevisionPage(session.targets.at(-1))
  return (
    <Card className="border-line-strong">
      <CardHeader title="Decision" />
      <div className="flex flex-col gap-3 p-4">
        {last && last.cases > 0 && (
          <div>
            <p className="font-semibold text-lg tabular-nums">
              {last.passed} of {counted(last.cases, 'case')} {last.passed === 1 ? 'passes' : 'pass'}
            </p>
            <p className="text-ink-2 text-sm tabular-nums">{changesText(results)}</p>
          </div>
        )}
        <ul className="grid gap-1.5 text-sm">
          {to_judge > 0 && (
            <Line isFine={judged >= to_judge}>
              {judged >= to_judge
                ? `All ${counted(to_judge, of)} judged`
                : `${judged} of ${counted(to_judge, of)} judged`}
            </Line>
          )}
          {session.is_blind && (
            <Line isFine={looked_early.length === 0}>
              {looked_early.length === 0
                ? 'Nobody looked early'
                : `${looked_early.join(', ')} looked before the session was closed`}
            </Line>
          )}
          {regressions.length > 0 && (
            <Line isFine={unread === 0}>
              {regressions.length - unread} of {counted(regressions.length, 'regression')} read by
              you
            </Line>
          )}
        </ul>
        {decision && <DecisionWords decision={decision} />}
        {decision && (
          <div className="flex flex-wrap gap-2 empty:hidden">
            {decision.decision === 'approve' && revision && <ApprovedRevision {...revision} />}
            {!isOpen && (
              <Button acts onClick={() => setIsDeciding(true)}>
                Decide again
              </Button>
            )}
          </div>
        )}
        {isOpen && (
          <DecisionForm
            session={session}
            draft={draft}
            standsAt={revision ? 'Stands on the revision’s page with your name.' : undefined}
            onDecided={() => setIsDeciding(false)}
          />
        )}
      </div>
    </Card>
  )
}

type RevisionPlace = { deploymentId: string; revisionId: string }

/** The page of the revision that is decided about, where the chosen connection has one. */
function useRevisionPage(target: NamedTarget | undefined): RevisionPlace | null {
  const { connection } = useApi()
  const revisionId = target && revisionOf(target)
  const isHere = target?.connection_id === connection.id && connection.kind !== 'agent_server'
  return revisionId && isHere ? { deploymentId: target.deployment_id, revisionId } : null
}

/** What comes after an approval: the revision that was judged takes the traffic, where it has none yet. */
function ApprovedRevision({ deploymentId, revisionId }: RevisionPlace) {
  const params = { deployment_id: deploymentId, revision_id: revisionId }
  const { data } = useQuery(query(useApi().controlPlane, getRevision, { params }))
  const isCandidate = data?.without_traffic && data.status === 'DEPLOYED' && !data.promoted_to
  return (
    <>
      {isCandidate && (
        <Button
          acts
          variant="primary"
          render={<Link to={paths.promoteRevision(deploymentId, revisionId)} />}
        >
          Promote…
        </Button>
      )}
      <Button
        variant={isCandidate ? 'default' : 'primary'}
        render={<Link to={paths.revision(deploymentId, revisionId)} />}
      >
        Open revision {shortId(revisionId)}
      </Button>
      {data?.promoted_to && (
        <span className="self-center text-ink-2">
          promoted as{' '}
          <Link
            to={paths.revision(deploymentId, data.promoted_to)}
            className="mono rounded-sm text-ink underline decoration-line-strong underline-offset-2"
          >
            {shortId(data.promoted_to)}
          </Link>
        </span>
      )}
    </>
  )
}

function changesText({ earlier, targets, fixed, regressions, fail_on_both }: Results): string {
  if (earlier) {
    return `${earlier.fixed} fixed, ${earlier.broken} broken since ${earlier.name}.`
  }
  if (targets.length < 2) return ''
  const both = `${fail_on_both} ${fail_on_both === 1 ? 'fails' : 'fail'} on both`
  return `${fixed} fixed, ${regressions.length} broken, ${both}.`
}

function Line({ isFine, children }: { isFine: boolean; children: ReactNode }) {
  const Icon = isFine ? Check : TriangleAlert
  return (
    <li className="flex gap-2">
      <Icon
        aria-hidden
        size={14}
        strokeWidth={1.8}
        className={isFine ? 'mt-[3px] flex-none text-ok' : 'mt-[3px] flex-none text-warn'}
      />
      <span className="min-w-0 break-words">{children}</span>
    </li>
  )
}
