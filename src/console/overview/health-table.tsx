import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { DeploymentRuns, RunFigures } from '../../contract/search/run-summary.ts'
import { formatDuration } from '../../ui/format/format-duration.ts'
import { shortId } from '../../ui/format/short-id-text.ts'
import { Sparkline } from '../../ui/graph/sparkline.tsx'
import { Table, Td, Th, Tr } from '../../ui/table/table.tsx'
import { paths } from '../paths.ts'
import { partCount, type Span } from './overview-queries.ts'

/** A share of failed runs that is worth a look. */
const manyFailed = 0.05

type HealthTableProps = {
  deployments: readonly DeploymentRuns[]
  names: ReadonlyMap<string, string>
  span: Span
}

/** How the runs of each deployment went; every number leads to its runs. */
export function HealthTable({ deployments, names, span }: HealthTableProps) {
  return (
    <Table label="Health by deployment">
      <thead>
        <Tr>
          <Th>Deployment</Th>
          <Th>Runs</Th>
          <Th>Failed</Th>
          <Th className="max-[699px]:hidden">Half took at most</Th>
          <Th className="max-[899px]:hidden">95 % took at most</Th>
        </Tr>
      </thead>
      <tbody>
        {deployments.map((deployment) => {
          const { deployment_id: id, runs, failed } = deployment
          const runsOf = (more: Record<string, string>) =>
            `${paths.runs()}?${new URLSearchParams({ deployment: id, since: span, ...more })}`
          const share = failed / Math.max(1, runs)
          const isBad = share >= manyFailed
          const course = (value: (part: RunFigures) => number | null) => courseOf(deployment, value)
          return (
            <Tr key={id}>
              <Td className="max-w-60 truncate">
                <Link
                  to={paths.deployment(id)}
                  className="rounded-sm font-semibold text-ink no-underline hover:underline"
                >
                  {names.get(id) ?? shortId(id)}
                </Link>
              </Td>
              <Td>
                <Figure
                  to={runsOf({})}
                  course={
                    <Sparkline values={course((part) => part.runs).map((runs) => runs ?? 0)} />
                  }
                >
                  {runs.toLocaleString('en')}
                </Figure>
              </Td>
              <Td>
                <Figure
                  to={runsOf({ status: 'failed' })}
                  isBad={isBad}
                  course={
                    <Sparkline
                      values={course((part) => part.failed / Math.max(1, part.runs))}
                      tone={isBad ? 'bad' : 'plain'}
                    />
                  }
                >
                  {percent(share)}
                </Figure>
              </Td>
              <Td className="max-[699px]:hidden">
                <Figure
                  to={runsOf({ order: 'longest' })}
                  course={<Sparkline values={course((part) => part.p50_seconds)} />}
                >
                  {seconds(deployment.p50_seconds)}
                </Figure>
              </Td>
              <Td className="max-[899px]:hidden">
                <Figure
                  to={runsOf({ order: 'longest' })}
                  course={<Sparkline values={course((part) => part.p95_seconds)} />}
                >
                  {seconds(deployment.p95_seconds)}
                </Figure>
              </Td>
            </Tr>
          )
        })}
      </tbody>
    </Table>
  )
}

/** One value for each part of the span; parts without runs have none. */
function courseOf({ parts }: DeploymentRuns, value: (part: RunFigures) => number | null) {
  const byPart = new Map(parts.map((part) => [part.part, value(part)]))
  return Array.from({ length: partCount }, (_, part) => byPart.get(part) ?? null)
}

type FigureProps = { to: string; course: ReactNode; isBad?: boolean; children: ReactNode }

function Figure({ to, course, isBad = false, children }: FigureProps) {
  return (
    <span className="flex items-center gap-3">
      <span className="max-[599px]:hidden">{course}</span>
      <Link
        to={to}
        className={`whitespace-nowrap rounded-sm font-medium tabular-nums no-underline hover:underline ${isBad ? 'text-bad' : 'text-ink'}`}
      >
        {children}
      </Link>
    </span>
  )
}

function percent(share: number): string {
  if (share === 0) return '0 %'
  return share < 0.001 ? 'under 0.1 %' : `${(share * 100).toFixed(1)} %`
}

function seconds(value: number | null): string {
  return value === null ? '–' : formatDuration(value * 1_000)
}
