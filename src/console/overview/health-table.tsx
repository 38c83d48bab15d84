import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { costText, tokensText } from '../../chat/inspector/usage-words.ts'
import type { Deployment } from '../../contract/control-plane/deployments.ts'
import type { DeploymentRuns, RunFigures, SummaryOrder } from '../../contract/search/run-summary.ts'
import { Button } from '../../ui/controls/button.tsx'
import { cx } from '../../ui/cx.ts'
import { formatDuration } from '../../ui/format/format-duration.ts'
import { shortId } from '../../ui/format/short-id-text.ts'
import { Table, Td, Th, Tr } from '../../ui/table/table.tsx'
import { HealthPill } from '../objects/deployment-health.tsx'
import { paths } from '../paths.ts'
import { Course, type ShownTime } from './course.tsx'
import type { TimeSpan } from './overview-queries.ts'
import { takenOverText, takenOverTitle } from './taken-over.ts'

/** A share of failed runs that is worth a look. */
const manyFailed = 0.05

type HealthTableProps = {
  rows: readonly DeploymentRuns[]
  /** How many there are, those that are not shown with them. */
  count: number
  order: SummaryOrder
  onOrder: (order: SummaryOrder) => void
  /** Shows more. */
  onMore: () => void
  /** By id. */
  deployments: ReadonlyMap<string, Deployment>
  span: TimeSpan
  time: ShownTime
  /** When revisions took the traffic over, by the deployment's id. */
  marks: ReadonlyMap<string, readonly number[]>
}

/** How the runs of each deployment went; every number leads to its runs, every point of a course to those of its part. */
export function HealthTable(props: HealthTableProps) {
  const { rows, count, order, onOrder, onMore, ...shown } = props
  return (
    <>
      <Table label="Health by deployment">
        <thead>
          <Tr>
            {columns.map((column) => (
              <OrderHead key={column.order} {...column} chosen={order} onOrder={onOrder} />
            ))}
          </Tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <HealthRow key={row.deployment_id} row={row} {...shown} />
          ))}
        </tbody>
      </Table>
      {rows.length < count && (
        <p className="flex flex-wrap items-center gap-3 border-t px-4 py-2.5 text-ink-2">
          {`${rows.length} of ${count.toLocaleString('en')} deployments with runs`}
          <Button size="sm" onClick={onMore}>
            Show more
          </Button>
        </p>
      )}
    </>
  )
}

type Column = {
  label: string
  order: SummaryOrder
  /** How that order goes, read out. */
  direction: 'ascending' | 'descending'
  className?: string
}

const columns: readonly Column[] = [
  { label: 'Deployment', order: 'name', direction: 'ascending' },
  { label: 'Requests', order: 'runs', direction: 'descending' },
  { label: 'Errors', order: 'worst', direction: 'descending' },
  {
    label: 'Latency',
    order: 'latency',
    direction: 'descending',
    className: 'max-[699px]:hidden',
  },
  {
    label: 'First token',
    order: 'first_token',
    direction: 'descending',
    className: 'max-[899px]:hidden',
  },
  {
    label: 'Tokens',
    order: 'tokens',
    direction: 'descending',
    className: 'max-[1099px]:hidden',
  },
]

type OrderHeadProps = Column & { chosen: SummaryOrder; onOrder: (order: SummaryOrder) => void }

/** A column's heading, which puts the rows in its order. */
function OrderHead({ label, order, direction, className, chosen, onOrder }: OrderHeadProps) {
  const isChosen = order === chosen
  const Arrow = direction === 'ascending' ? ArrowUp : ArrowDown
  return (
    <Th className={className} {...(isChosen && { 'aria-sort': direction })}>
      <button
        type="button"
        title={order === 'worst' ? 'Those first that fail most surely' : undefined}
        onClick={() => onOrder(order)}
        className={cx(
          'inline-flex cursor-pointer items-center gap-1 rounded-sm hover:text-ink',
          isChosen && 'text-ink',
        )}
      >
        {label}
        {isChosen && <Arrow aria-hidden size={12} strokeWidth={2} />}
      </button>
    </Th>
  )
}

type HealthRowProps = Pick<HealthTableProps, 'deployments' | 'span' | 'time' | 'marks'> & {
  row: DeploymentRuns
}

function HealthRow({ row, deployments, span, time, marks }: HealthRowProps) {
  const { deployment_id: id, runs, failed, usage } = row
  const deployment = deployments.get(id)
  const runsOf = (more: Record<string, string>) =>
    `${paths.runs()}?${new URLSearchParams({ deployment: id, ...more })}`
  // Of models that told of nothing it is not known what they took.
  const told = usage && usage.models.length > 0 ? usage : null
  const share = shareOf(row)
  const tookOver = marks.get(id) ?? []
  const isBad = share >= manyFailed
  const course = (
    value: (part: RunFigures) => number | null,
    format: (value: number) => string,
    more: { tone?: 'bad'; empty?: 0; filter?: Record<string, string> } = {},
  ) => {
    const { filter, ...look } = more
    const to = (from: string, until: string) => runsOf({ ...filter, from, until })
    const known = { parts: row.parts, time, marks: tookOver }
    return <Course {...known} {...look} value={value} format={format} to={to} />
  }
  const longest = runsOf({ since: span, order: 'longest' })
  return (
    <Tr>
      <Td className="max-w-52">
        <Link
          to={paths.deployment(id)}
          className="block truncate leading-6 rounded-sm font-semibold text-ink no-underline hover:underline"
        >
          {deployment?.name ?? shortId(id)}
        </Link>
        <span className="flex flex-wrap items-center gap-x-3">
          {deployment && !deployment.is_agent_server && <HealthPill deployment={deployment} />}
          {tookOver.length > 0 && (
            <Link
              to={paths.deploymentRevisions(id)}
              title={takenOverTitle(tookOver)}
              className="rounded-sm text-ink-2 leading-6 text-sm no-underline hover:underline"
            >
              {takenOverText(tookOver)}
            </Link>
          )}
        </span>
      </Td>
      <Td>
        <Figure course={course((part) => part.runs, runCount, { empty: 0 })}>
          <Amount to={runsOf({ since: span })}>{runs.toLocaleString('en')}</Amount>
        </Figure>
      </Td>
      <Td>
        <Figure
          course={course(shareOf, percent, {
            ...(isBad && { tone: 'bad' }),
            filter: { status: 'failed' },
          })}
        >
          <Amount to={runsOf({ since: span, status: 'failed' })} isBad={isBad}>
            {percent(share)}
          </Amount>
          <span className="sr-only">{failed} failed</span>
        </Figure>
      </Td>
      <Td className="max-[699px]:hidden">
        <Figure course={course((part) => part.p95_seconds, seconds)}>
          <Amount to={longest} label="p95">
            {seconds(row.p95_seconds)}
          </Amount>
          <Amount to={longest} label="p50">
            {seconds(row.p50_seconds)}
          </Amount>
        </Figure>
      </Td>
      <Td className="max-[899px]:hidden">
        <Figure course={course((part) => part.first_token_seconds ?? null, seconds)}>
          <Amount to={runsOf({ since: span })}>{seconds(row.first_token_seconds ?? null)}</Amount>
        </Figure>
      </Td>
      <Td className="max-[1099px]:hidden">
        <Figure
          course={course(
            (part) => (told && part.tokens) ?? null,
            compact,
            told ? { empty: 0 } : {},
          )}
        >
          <Amount to={runsOf({ since: span })} {...(told && { title: tokensText(told) })}>
            {told ? compact(told.input_tokens + told.output_tokens) : '–'}
          </Amount>
          {told?.currency && (
            <span className="block whitespace-nowrap text-ink-2 text-sm tabular-nums">
              {costText(told)}
            </span>
          )}
        </Figure>
      </Td>
    </Tr>
  )
}

function Figure({ course, children }: { course: ReactNode; children: ReactNode }) {
  return (
    <span className="flex items-center gap-3">
      {course}
      <span className="min-w-0">{children}</span>
    </span>
  )
}

type AmountProps = {
  to: string
  title?: string
  /** Which figure it is, where there are two. */
  label?: string
  isBad?: boolean
  children: ReactNode
}

function Amount({ to, title, label, isBad = false, children }: AmountProps) {
  return (
    <span className="block whitespace-nowrap">
      {label && <span className="text-ink-2 text-sm">{label} </span>}
      <Link
        to={to}
        title={title}
        className={`rounded-sm font-medium tabular-nums no-underline hover:underline ${isBad ? 'text-bad' : 'text-ink'}`}
      >
        {children}
      </Link>
    </span>
  )
}

/** Of those that are over: a run that works has not failed, and may yet. */
const shareOf = ({ runs, ended, failed }: RunFigures) => failed / Math.max(1, ended ?? runs)

function percent(share: number): string {
  if (share === 0) return '0 %'
  return share < 0.001 ? 'under 0.1 %' : `${(share * 100).toFixed(1)} %`
}

function seconds(value: number | null): string {
  return value === null ? '–' : formatDuration(value * 1_000)
}

/** “556k”, “2.9M”. */
export function compact(count: number): string {
  return count.toLocaleString('en', { notation: 'compact', maximumFractionDigits: 1 })
}

function runCount(count: number): string {
  return `${count.toLocaleString('en')} ${count === 1 ? 'run' : 'runs'}`
}
