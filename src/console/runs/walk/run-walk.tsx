import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router-dom'
import type { Run } from '../../../contract/agent-server/runs.ts'
import { searchesRuns } from '../../../contract/gateway/connections.ts'
import { mostCounted } from '../../../contract/search/counted.ts'
import type { RunPlace } from '../../../contract/search/run-search.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Kbd } from '../../../ui/controls/kbd.tsx'
import { useApi } from '../../api.tsx'
import { paths } from '../../paths.ts'
import { plainKey } from '../../shell/keys/plain-key.ts'
import { usePageKeys } from '../../shell/keys/use-page-keys.ts'
import { useRunIsGone } from '../gone/run-is-gone.ts'
import { listedRuns, placeAmong, shownRunsQuery } from './looked-at.ts'
import { listPath, runPlaceQuery, type WalkedOf, walkedOf } from './walked-list.ts'

type RunWalkProps = { deploymentId: string; run: Run }
type WalkOf = RunWalkProps & { of: WalkedOf; address: URLSearchParams }

/**
 * Walks the list that a run was opened from, by `K` and `J`: which one, and what it is filtered by, stands in the
 * address. Nothing where it was not opened from a list.
 */
export function RunWalk(props: RunWalkProps) {
  const [address] = useSearchParams()
  const { connection } = useApi()
  const of = walkedOf((name) => address.get(name))
  if (of === null) return null
  const Of = searchesRuns(connection) ? SearchedWalk : LookedAtWalk
  return <Of {...props} of={of} address={address} />
}

/** The server says which of the found runs it is. */
function SearchedWalk(props: WalkOf) {
  const { deploymentId, run, of, address } = props
  const isGone = useRunIsGone()
  const { data, error, isPlaceholderData } = useQuery({
    ...runPlaceQuery(useApi(), of, deploymentId, run.run_id, address),
    placeholderData: keepPreviousData,
    // Where it stood leads on to the others.
    enabled: !isGone,
  })
  return <Walk {...props} place={data} error={error} isOfAnother={isPlaceholderData} />
}

/** Where the server cannot search, the list is the runs that were looked at: of the threads that changed last. */
function LookedAtWalk(props: WalkOf) {
  const { deploymentId, run, address } = props
  const get = (name: string) => address.get(name)
  const { data, error } = useQuery({
    ...shownRunsQuery(useApi().agent(deploymentId), get),
    // Reading it is a request for each thread: the list reads it again, not every run.
    refetchInterval: false,
    staleTime: lookedAtMs,
  })
  const wanted = { text: get('text') ?? '', status: get('status') }
  const place = data && placeAmong(listedRuns(data, wanted), run, deploymentId)
  return <Walk {...props} place={place} error={error} isOfAnother={false} />
}

const lookedAtMs = 60_000

type WalkProps = WalkOf & {
  /** Undefined until it is known. */
  place: RunPlace | undefined
  error: Error | null
  /** What is known is of the run that was left. */
  isOfAnother: boolean
}

function Walk({ deploymentId, of, address, place: known, error, isOfAnother }: WalkProps) {
  const navigate = useNavigate()
  const to = (run: RunPlace['next']) =>
    run && `${paths.run(run.deployment_id, run.thread_id, run.run_id)}?${address}`
  const place = isOfAnother ? undefined : known
  const [previous, next] = [to(place?.previous), to(place?.next)]
  usePageKeys(
    (event) => {
      const key = plainKey(event)
      return key === 'k' ? 'previous' : key === 'j' ? 'next' : null
    },
    (action) => {
      const path = action === 'next' ? next : previous
      if (path) void navigate(path)
    },
  )
  return (
    <span className="flex items-center gap-2">
      <Link
        to={listPath(of, deploymentId, address)}
        title="The list that it was opened from"
        className="rounded-sm text-ink-2 tabular-nums hover:underline"
      >
        {error ? 'Back to the list' : known ? placeWords(known) : '…'}
      </Link>
      <Step label="Previous run" to={previous} keyName="K" isKnown={place !== undefined}>
        <ChevronLeft aria-hidden size={14} strokeWidth={1.8} />
      </Step>
      <Step label="Next run" to={next} keyName="J" isKnown={place !== undefined}>
        <ChevronRight aria-hidden size={14} strokeWidth={1.8} />
      </Step>
    </span>
  )
}

function placeWords({ position, total, is_total_capped: isCapped }: RunPlace): string {
  const all = isCapped ? `over ${mostCounted.toLocaleString('en')}` : total.toLocaleString('en')
  if (position === null) return isCapped ? `of ${all}` : `not among the ${all} now`
  return `${position.toLocaleString('en')} of ${all}`
}

type StepProps = {
  label: string
  to: string | null | undefined
  keyName: 'J' | 'K'
  isKnown: boolean
  children: ReactNode
}

function Step({ label, to, keyName, isKnown, children }: StepProps) {
  const isNext = keyName === 'J'
  const key = (
    <span aria-hidden className="max-[599px]:hidden">
      <Kbd>{keyName}</Kbd>
    </span>
  )
  return (
    <Button
      aria-label={label}
      aria-keyshortcuts={keyName.toLowerCase()}
      disabledReason={
        to ? undefined : isKnown ? 'The list ends here' : 'Which one that is, is not known yet'
      }
      {...(to && { render: <Link to={to} /> })}
    >
      {isNext && key}
      {children}
      {!isNext && key}
    </Button>
  )
}
