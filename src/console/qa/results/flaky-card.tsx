import { Link } from 'react-router-dom'
import type { Results, TargetResult } from '../../../contract/qa/results.ts'
import { Card } from '../../../ui/page/card.tsx'
import { Table, Td, Th, Tr } from '../../../ui/table/table.tsx'
import { paths } from '../../paths.ts'
import { percentText } from './figures.ts'
import { RepeatMarks } from './repeat-marks.tsx'
import type { TargetName } from './target-names.ts'
import { useFirstRows } from './use-first-rows.tsx'

const shownAtFirst = 5

type FlakyCardProps = { results: Results; names: readonly TargetName[] }

/** Cases that pass sometimes, and how far an answer can be relied on. */
export function FlakyCard({ results, names }: FlakyCardProps) {
  const { session, targets, flaky, words } = results
  const [shown, rest] = useFirstRows(flaky, shownAtFirst, 'flaky cases')
  const roleOf = (index: number) => (targets.length > 1 ? (names[index]?.role ?? '') : '')
  return (
    <Card className="px-4 py-3.5">
      <div className="flex flex-wrap items-baseline gap-x-3">
        <h2 className="grow font-semibold text-base">Flaky</h2>
        {session.repeats > 1 && (
          <span className="text-ink-2 text-sm tabular-nums">
            all {session.repeats} pass: {allPassedText(targets, roleOf)}
          </span>
        )}
      </div>
      {words.flaky && <p className="mt-1.5 text-ink-2 text-sm">{words.flaky}</p>}
      {session.repeats > 1 && (
        <>
          {flaky.length > 0 && (
            <ul
              aria-label="Flaky cases"
              className="mt-2 grid grid-cols-[minmax(0,1fr)_auto_auto] gap-x-3 gap-y-0.5 text-sm"
            >
              {shown.map(({ case_key, target, repeats }) => (
                <li
                  key={`${case_key} ${target}`}
                  className="col-span-full grid min-h-6 grid-cols-subgrid items-center"
                >
                  <Link
                    to={`${paths.qaSession(session.session_id)}?${new URLSearchParams({ text: case_key })}`}
                    title={case_key}
                    className="truncate rounded-sm py-0.5 font-strong text-ink no-underline hover:underline"
                  >
                    {case_key}
                  </Link>
                  <span className="text-ink-2">{roleOf(target).toLowerCase()}</span>
                  <RepeatMarks statuses={repeats} label="Repeats" />
                </li>
              ))}
            </ul>
          )}
          {rest && <div className="-ml-2.5 mt-1">{rest}</div>}
          <PassTable targets={targets} names={names} />
        </>
      )}
    </Card>
  )
}

function allPassedText(
  targets: readonly TargetResult[],
  roleOf: (index: number) => string,
): string {
  const parts = targets.map((target, index) =>
    `${roleOf(index).toLowerCase()} ${target.all_passed}`.trim(),
  )
  return `${parts.join(', ')} of ${targets.at(-1)?.cases ?? 0}`
}

/** Few enough for a card; the last is always among them. */
const usualCounts = [2, 3, 5, 10]

type PassTableProps = { targets: readonly TargetResult[]; names: readonly TargetName[] }

/** For k tries: that one of them passes, and that all do. */
function PassTable({ targets, names }: PassTableProps) {
  const all = Object.keys(targets[0]?.pass_at_k ?? {})
    .map(Number)
    .sort((one, other) => one - other)
  const counts = all.filter((k) => usualCounts.includes(k) || k === all.at(-1))
  if (counts.length === 0) return null
  return (
    <div className="-mx-4 mt-2 -mb-3.5 border-t text-sm">
      <Table label="How far tries can be relied on">
        <thead>
          <Tr>
            <Th className="pl-4">One passes · all pass</Th>
            {counts.map((k) => (
              <Th key={k} className="text-right last:pr-4" title={`pass@${k} · pass^${k}`}>
                of {k}
              </Th>
            ))}
          </Tr>
        </thead>
        <tbody>
          {targets.map(({ pass_at_k: one, pass_hat_k: every }, index) => (
            <Tr key={names[index]?.role}>
              <Td className="pl-4">{targets.length > 1 ? names[index]?.role : 'Share'}</Td>
              {counts.map((k) => (
                <Td key={k} className="whitespace-nowrap text-right tabular-nums last:pr-4">
                  {shareText(one[k])} <span className="text-ink-2">· {shareText(every[k])}</span>
                </Td>
              ))}
            </Tr>
          ))}
        </tbody>
      </Table>
    </div>
  )
}

const shareText = (share: number | undefined) => (share === undefined ? '—' : percentText(share))
