import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { costText, tokensText } from '../../chat/inspector/usage-words.ts'
import type { Deployment } from '../../contract/control-plane/deployments.ts'
import type { DeploymentRuns, RunFigures } from '../../contract/search/run-summary.ts'
import { formatDuration } from '../../ui/format/format-duration.ts'
import { shortId } from '../../ui/format/short-id-text.ts'
import { Table, Td, Th, Tr } from '../../ui/table/table.tsx'
import { HealthPill } from '../objects/deployment-health.tsx'
import { paths } from '../paths.ts'
import { Course, type ShownTime } from './course.tsx'
import type { Span } from './overview-queries.ts'

/** A share of failed runs that is worth a look. */
const manyFailed = 0.05

type HealthTableProps = {
  rows: readonly DeploymentRuns[]
  /** By id. */
  deployments: ReadonlyMap<string, Deployment>
  span: Span
  time: ShownTime
  /** When revisions took the traffic over, by the deployment's id. */
  marks: ReadonlyMap<string, readonly number[]>
}

/** How the runs of each deployment went; every number leads to its runs, every point of a course to those of its part. */
export function HealthTable({ rows, ...shown }: HealthTableProps) {
  return (
    <Table label="Health by deployment">
      <thead>
        <Tr>
          <Th>Deployment</Th>
          <Th>Requests</Th>
          <Th>Errors</Th>
          <Th className="max-[699px]:hidden">Latency</Th>
          <Th className="max-[899px]:hidden">First token</Th>
          <Th className="max-[1099px]:hidden">Tokens</Th>
        </Tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <HealthRow key={row.deployment_id} row={row} {...shown} />
        ))}
      </tbody>
    </Table>
  )
}

type HealthRowProps = Omit<HealthTableProps, 'rows'> & { row: DeploymentRuns }

function HealthRow({ row, deployments, span, time, marks }: HealthRowProps) {
  const { deployment_id: id, runs, failed, usage } = row
  const deployment = deployments.get(id)
  const runsOf = (more: Record<string, string>) =>
    `${paths.runs()}?${new URLSearchParams({ deployment: id, ...more })}`
  const share = shareOf(row)
  const isBad = share >= manyFailed
  const course = (
    value: (part: RunFigures) => number | null,
    format: (value: number) => string,
    more: { tone?: 'bad'; empty?: 0; filter?: Record<string, string> } = {},
  ) => {
    const { filter, ...look } = more
    const to = (from: string, until: string) => runsOf({ ...filter, from, until })
    const known = { parts: row.parts, time, marks: marks.get(id) ?? [] }
    return <Course {...known} {...look} value={value} format={format} to={to} />
  }
  const longest = runsOf({ since: span, order: 'longest' })
  return (
    <Tr>
      <Td className="max-w-52">
        <Link
          to={paths.deployment(id)}
          className="block truncate rounded-sm font-semibold text-ink no-underline hover:underline"
        >
          {deployment?.name ?? shortId(id)}
        </Link>
        {deployment && !deployment.is_agent_server && <HealthPill deployment={deployment} />}
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
        <Figure course={course((part) => part.tokens ?? null, compact, { empty: 0 })}>
          <Amount to={runsOf({ since: span })} {...(usage && { title: tokensText(usage) })}>
            {usage ? compact(usage.input_tokens + usage.output_tokens) : '–'}
          </Amount>
          {usage?.currency && (
            <span className="block whitespace-nowrap text-ink-2 text-sm tabular-nums">
              {costText(usage)}
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

const shareOf = ({ runs, failed }: RunFigures) => failed / Math.max(1, runs)

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
