import { Check, Minus, X } from 'lucide-react'
import type { CheckResult } from '../../../../contract/qa/attempts.ts'
import type { ReviewSide } from '../../../../contract/qa/reviews.ts'

type CheckRow = { words: string; results: readonly (CheckResult | undefined)[] }

/** What a machine looked at, and how each side came out. */
export function MachineChecks({ sides }: { sides: readonly ReviewSide[] }) {
  const rows = checkRows(sides)
  if (rows.length === 0) return null
  const names = sides.length > 1 ? ['A', 'B'] : ['Passed']
  return (
    <section>
      <h2 className="mb-1.5 flex font-semibold text-ink-2 text-sm">
        <span className="grow">Machine checks</span>
        <span className="font-medium tabular-nums">{sums(sides)}</span>
      </h2>
      <table className="w-full text-sm leading-[17px]">
        <thead className="text-left text-xs">
          <tr>
            <th className="font-normal text-ink-3">Check</th>
            {names.map((name) => (
              <th key={name} className="w-7 px-1 text-center font-semibold">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ words, results }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two checks may have the same words
            <tr key={at}>
              <td className="py-1 pr-2 align-top [overflow-wrap:anywhere]">
                {words}
                <Found results={results} names={names} />
              </td>
              {results.map((result, side) => (
                <td key={names[side]} className="py-1 align-top">
                  <Outcome result={result} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** Checks of all sides, each once; a side that did not come to it has none. */
function checkRows(sides: readonly ReviewSide[]): CheckRow[] {
  const rows = new Map<string, (CheckResult | undefined)[]>()
  for (const [side, { results }] of sides.entries()) {
    const seen = new Map<string, number>()
    for (const result of results) {
      const nth = seen.get(result.words) ?? 0
      seen.set(result.words, nth + 1)
      const key = `${nth} ${result.words}`
      const row = rows.get(key) ?? sides.map(() => undefined)
      row[side] = result
      rows.set(key, row)
    }
  }
  return [...rows.values()].map((results) => ({
    words: results.find(Boolean)?.words ?? '',
    results,
  }))
}

function sums(sides: readonly ReviewSide[]): string {
  return sides
    .map(({ results }, side) => {
      const passed = results.filter((result) => result.passed).length
      const name = sides.length > 1 ? `${side === 0 ? 'A' : 'B'} ` : ''
      return `${name}${passed} of ${results.length}`
    })
    .join(' · ')
}

function Found({ results, names }: { results: CheckRow['results']; names: readonly string[] }) {
  return results.map((result, side) =>
    result && !result.passed && result.found ? (
      <span key={names[side]} className="line-clamp-2 text-ink-2 text-xs leading-4">
        {results.length > 1 ? `${names[side]}: ` : ''}
        {result.found}
      </span>
    ) : null,
  )
}

function Outcome({ result }: { result: CheckResult | undefined }) {
  const [Icon, words, className] = !result
    ? ([Minus, 'not looked at', 'text-ink-3'] as const)
    : result.passed
      ? ([Check, 'passed', 'text-ok'] as const)
      : ([X, 'failed', 'text-bad'] as const)
  return (
    <span title={words} className={className}>
      <Icon aria-hidden size={15} strokeWidth={1.8} className="mx-auto" />
      <span className="sr-only">{words}</span>
    </span>
  )
}
