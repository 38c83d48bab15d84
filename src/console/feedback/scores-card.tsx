import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { canDraw } from '../../ui/can-draw.ts'
import { Button } from '../../ui/controls/button.tsx'
import { formatExactTime } from '../../ui/format/format-time.ts'
import { shortId } from '../../ui/format/short-id-text.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { SelectMenu } from '../../ui/overlay/select-menu.tsx'
import { Card, CardBody, CardHeader } from '../../ui/page/card.tsx'
import { Table, Td, Th, Tr } from '../../ui/table/table.tsx'
import { paths } from '../paths.ts'
import { lineLooks } from './line-looks.ts'
import type { LiveMark } from './live-marks.tsx'
import { dayText } from './moments.ts'
import { meanText, type ScoreLine } from './score-lines.ts'

const ScoreChart = lazyPart(() => import('./score-chart.tsx').then((code) => code.ScoreChart))

type Named = { line: ScoreLine; label: string }

type ScoresCardProps = {
  /** Whose lines: “user_score by revision”. */
  title: string
  by: string
  choices: readonly { value: string; label: string }[]
  onChooseBy: (by: string) => void
  days: readonly string[]
  lines: readonly Named[]
  deploymentId: string | null
  /** When its revisions went live, oldest first. */
  live: readonly { id: string; at: number }[]
  /** How many revisions were looked through, where that were not all of this time. */
  liveAmong: number | null
  isTable: boolean
  onTable: (isTable: boolean) => void
  notice?: ReactNode
}

/** The mean score of each day, as a chart or as the table that it is drawn from. */
export function ScoresCard(props: ScoresCardProps) {
  const { days, lines, live, isTable } = props
  const drawn = lines.slice(0, lineLooks.length)
  const toOf = (id: string) => paths.revision(props.deploymentId ?? '', id)
  const marks = live.map(({ id, at }) => ({ id, at, to: toOf(id) }))
  const shown = drawn.map(({ label }) => label).join(', ')
  return (
    <Card>
      <CardHeader
        title="Score over time"
        detail={props.title}
        actions={
          <>
            <SelectMenu
              label="A line for each"
              variant="default"
              value={props.by}
              options={props.choices}
              onValueChange={props.onChooseBy}
            />
            <Button aria-pressed={isTable} onClick={() => props.onTable(!isTable)}>
              {isTable ? 'Show the chart' : 'Show as table'}
            </Button>
          </>
        }
      />
      {props.notice}
      {days.length === 0 ? (
        <CardBody>
          <p className="text-ink-2">None of these votes has a score.</p>
        </CardBody>
      ) : isTable ? (
        <DayTable days={days} lines={lines} live={marks} />
      ) : (
        <div className="px-2 pt-2 pb-3">
          <div className="h-60">
            {canDraw() && (
              <ScoreChart
                label={`Mean score of each day for ${shown}, ${extentText(days)}. The table has its values.`}
                days={days}
                lines={drawn}
                marks={marks}
              />
            )}
          </div>
          <Legend lines={drawn} />
          {lines.length > drawn.length && (
            <p className="mt-1 px-2 text-ink-3 text-sm">
              {lines.length - drawn.length} more are in the table.
            </p>
          )}
        </div>
      )}
      {live.length > 0 && <WentLive live={marks} among={props.liveAmong} />}
    </Card>
  )
}

/** So many are named below the chart. */
const mostNamed = 5

type WentLiveProps = { live: readonly LiveMark[]; among: number | null }

/** The newest revisions that went live, and where the others are. */
function WentLive({ live, among }: WentLiveProps) {
  const named = live.slice(-mostNamed).toReversed()
  const others = live.length - named.length
  return (
    <div className="border-t px-4 py-2.5 text-ink-2 text-sm">
      <h3 className="sr-only">Revisions that went live</h3>
      <ul className="flex flex-wrap gap-x-4 gap-y-1">
        {named.map(({ id, at, to }) => (
          <li key={id}>
            <Link
              to={to}
              title={id}
              className="mono rounded-sm text-ink underline decoration-line-strong underline-offset-2"
            >
              {shortId(id)}
            </Link>{' '}
            went live {formatExactTime(at)}
          </li>
        ))}
      </ul>
      {others > 0 && <p className="mt-1 text-ink-3">{others} more are in the table.</p>}
      {among !== null && (
        <p className="mt-1 text-ink-3">
          Of the newest {among} revisions: older ones of this time are not marked.
        </p>
      )}
    </div>
  )
}

function extentText(days: readonly string[]): string {
  const [first = '', last = first] = [days[0], days.at(-1)]
  return first === last ? dayText(first) : `${dayText(first)} to ${dayText(last)}`
}

function Legend({ lines }: { lines: readonly Named[] }) {
  return (
    <ul aria-label="Lines" className="flex flex-wrap gap-x-5 gap-y-1 px-2">
      {lines.map(({ line, label }, index) => (
        <li key={label} className="flex min-w-0 items-center gap-2">
          <svg aria-hidden width="22" height="8" className="flex-none">
            <line
              x1="0"
              y1="4"
              x2="22"
              y2="4"
              strokeWidth="2"
              strokeDasharray={lineLooks[index]?.dash.join(' ')}
              style={{ stroke: `var(${lineLooks[index]?.color})` }}
            />
          </svg>
          <span className="mono truncate" title={label}>
            {label}
          </span>
          <span className="whitespace-nowrap text-ink-2 tabular-nums">
            {meanText(line.total.mean)} of {line.total.scoreCount}
          </span>
        </li>
      ))}
    </ul>
  )
}

type DayTableProps = Pick<ScoresCardProps, 'days' | 'lines'> & { live: readonly LiveMark[] }

function DayTable({ days, lines, live }: DayTableProps) {
  const liveOn = (day: string) =>
    live.filter(({ at }) => new Date(at).toLocaleDateString('sv') === day)
  const all = [
    ...new Set([...days, ...live.map(({ at }) => new Date(at).toLocaleDateString('sv'))]),
  ]
  return (
    <section
      aria-label="Scores by day"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region must be reachable by keyboard
      tabIndex={0}
      className="max-h-96 overflow-y-auto focus-visible:-outline-offset-2"
    >
      <Table label="Mean score of each day">
        <thead>
          <Tr>
            <Th>Day</Th>
            {lines.map(({ label }) => (
              <Th key={label}>{label}</Th>
            ))}
            {live.length > 0 && <Th>Went live</Th>}
          </Tr>
        </thead>
        <tbody>
          {all.sort().map((day) => {
            const index = days.indexOf(day)
            return (
              <Tr key={day}>
                <Td className="whitespace-nowrap">{dayText(day)}</Td>
                {lines.map(({ line, label }) => (
                  <Td key={label} className="whitespace-nowrap tabular-nums">
                    {meanText(line.means[index] ?? null)}{' '}
                    {(line.counts[index] ?? 0) > 0 && (
                      <span className="text-ink-3">of {line.counts[index]}</span>
                    )}
                  </Td>
                ))}
                {live.length > 0 && (
                  <Td className="mono">
                    {liveOn(day).map(({ id, at, to }) => (
                      <Link
                        key={id}
                        to={to}
                        title={`Went live ${formatExactTime(at)}`}
                        className="mr-3 inline-block rounded-sm underline decoration-line-strong underline-offset-2"
                      >
                        {shortId(id)}
                      </Link>
                    ))}
                  </Td>
                )}
              </Tr>
            )
          })}
        </tbody>
      </Table>
    </section>
  )
}
