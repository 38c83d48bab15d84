import { keepPreviousData, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { LockKeyhole, Timer } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router-dom'
import { ApiError } from '../../../client/api-error.ts'
import { aboutQaSession } from '../../../contract/pages/qa-pages.ts'
import type { Results } from '../../../contract/qa/results.ts'
import type { Session } from '../../../contract/qa/sessions.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { Card } from '../../../ui/page/card.tsx'
import { EmptyState } from '../../../ui/page/empty-state.tsx'
import { Note } from '../../../ui/page/note.tsx'
import { Skeleton } from '../../../ui/page/skeleton.tsx'
import { useApi } from '../../api.tsx'
import { useUnsaved } from '../../forms/unsaved.ts'
import { useUrlFilters } from '../../lists/url-filters.ts'
import { resultsQuery, sessionQuery } from '../../objects/qa/qa-queries.ts'
import { paths } from '../../paths.ts'
import type { PageHandle } from '../../shell/page/page-handle.ts'
import { useParam } from '../../shell/page/use-param.ts'
import { AgreementCard } from './agreement-card.tsx'
import { CostCard } from './cost-card.tsx'
import { DecisionCard } from './decision-card.tsx'
import type { DecisionDraft } from './decision-form.tsx'
import { EarlierChoice } from './earlier-choice.tsx'
import { FlakyCard } from './flaky-card.tsx'
import { PassRatesCard } from './pass-rates-card.tsx'
import { PreferenceCard } from './preference-card.tsx'
import { RegressionsCard } from './regressions-card.tsx'
import { ReportMenu } from './report-menu.tsx'
import { ResultsHeader } from './results-header.tsx'
import { SessionFacts } from './session-facts.tsx'
import { targetNames } from './target-names.ts'
import { UncheckedCard } from './unchecked-card.tsx'
import { useReadCases } from './use-read-cases.ts'

export const handle = {
  useTitle: () => 'Results',
  section: 'qa-sessions',
  readAhead: (client, api, { sessionId = '' }, address) =>
    client.prefetchQuery(resultsQuery(api, sessionId, address.get('against') ?? undefined)),
  firstReads: aboutQaSession,
} satisfies PageHandle

/** While attempts end, what they come to is counted again. */
const countAgainMs = 5_000

/** What a session came to: what broke, how sure that is, what it costs, and the decision. */
export function Component() {
  const api = useApi()
  const sessionId = useParam('sessionId')
  const url = useUrlFilters()
  const against = url.get('against')
  const { data: session } = useSuspenseQuery(sessionQuery(api, sessionId))
  const { results, blindTo, problem } = useResults(session, against)
  const choose = (value: string | null) => url.set('against', value)
  // Here, so that it outlives whatever is read again.
  const draft = useState('')
  useUnsaved(() => draft[0].trim() !== '')
  return (
    <>
      <ResultsHeader session={session}>
        {!blindTo && <EarlierChoice session={session} value={against} onChoose={choose} />}
        <Button render={<Link to={paths.qaSession(sessionId)} />}>
          {blindTo ? 'Back to the session' : 'Open grid'}
        </Button>
        {results && <ReportMenu sessionId={sessionId} />}
      </ResultsHeader>
      {problem && (
        <div className="mb-4">
          <Note
            tone="bad"
            title="That session cannot be compared with"
            action={
              <Button size="sm" onClick={() => choose(null)}>
                Compare with none
              </Button>
            }
          >
            {problem}
          </Note>
        </div>
      )}
      {blindTo ? (
        <Empty icon={<LockKeyhole {...iconProps} />} title="Not to be seen yet">
          {blindTo}
        </Empty>
      ) : results ? (
        <Found results={results} draft={draft} />
      ) : (
        <Skeleton label="Loading the results" lines={10} />
      )}
    </>
  )
}

const iconProps = { 'aria-hidden': true, size: 24, strokeWidth: 1.5 } as const

interface ReadResults {
  results: Results | undefined
  /** Why whoever judges blind may not see them. */
  blindTo: string | undefined
  /** Why they are not compared with the session that the address names. */
  problem: string | undefined
}

/** The results, alone where the earlier session cannot be compared with. Other failures are the page's. */
function useResults({ session_id, status }: Session, against: string | null): ReadResults {
  const api = useApi()
  const settings = {
    refetchInterval: status === 'running' ? countAgainMs : false,
    placeholderData: keepPreviousData,
  } as const
  const isFailure = (error: Error, { state }: { state: { data: unknown } }) =>
    state.data === undefined && !isForbidden(error)
  const asked = useQuery({
    ...resultsQuery(api, session_id, against ?? undefined),
    ...settings,
    throwOnError: against === null && isFailure,
  })
  const isAlone = against !== null && asked.isLoadingError
  const alone = useQuery({
    ...resultsQuery(api, session_id),
    ...settings,
    throwOnError: isFailure,
    enabled: isAlone,
  })
  const read = isAlone ? alone : asked
  const blindTo = read.isLoadingError ? read.error.message : undefined
  return {
    results: read.data,
    blindTo,
    problem: isAlone && !blindTo ? asked.error.message : undefined,
  }
}

function isForbidden(error: Error): boolean {
  return error instanceof ApiError && error.status === 403
}

type EmptyProps = { icon: ReactNode; title: string; children: ReactNode }

function Empty({ icon, title, children }: EmptyProps) {
  return (
    <Card>
      <EmptyState icon={icon} title={title}>
        {children}
      </EmptyState>
    </Card>
  )
}

type FoundProps = { results: Results; draft: DecisionDraft }

function Found({ results, draft }: FoundProps) {
  const { session, targets } = results
  const [read, onRead] = useReadCases(session.session_id)
  const isEmpty = targets.every(({ cases }) => cases === 0)
  return (
    <div className="grid items-start gap-4 min-[1280px]:grid-cols-[minmax(0,1fr)_326px]">
      <div className="@container grid min-w-0 gap-3.5">
        {isEmpty ? (
          <Empty icon={<Timer {...iconProps} />} title="No case has ended yet">
            What the session comes to is counted as soon as the first one has.
          </Empty>
        ) : (
          <Blocks results={results} read={read} onRead={onRead} />
        )}
      </div>
      <div className="grid min-w-0 gap-3.5">
        <DecisionCard results={results} read={read} draft={draft} />
        <SessionFacts results={results} />
      </div>
    </div>
  )
}

type BlocksProps = {
  results: Results
  read: ReadonlySet<string>
  onRead: (caseKey: string) => void
}

function Blocks({ results, read, onRead }: BlocksProps) {
  const { session, targets, looked_early } = results
  const names = targetNames(session.targets)
  return (
    <>
      {looked_early.length > 0 && (
        <Note tone="warn" title="Looked early">
          {looked_early.join(', ')} saw which answer is whose before the session was closed. What
          they judged since is not blind.
        </Note>
      )}
      <RegressionsCard results={results} names={names} read={read} onRead={onRead} />
      <div className={cx('grid gap-3.5', targets.length > 1 && '@[640px]:grid-cols-2')}>
        <PassRatesCard results={results} names={names} />
        {targets.length > 1 && <PreferenceCard results={results} names={names} />}
      </div>
      <UncheckedCard results={results} names={names} />
      <CostCard results={results} names={names} />
      <div className="grid gap-3.5 @[640px]:grid-cols-2">
        <AgreementCard results={results} />
        <FlakyCard results={results} names={names} />
      </div>
    </>
  )
}
