import type { Results, TargetResult } from '../../../contract/qa/results.ts'
import { cx } from '../../../ui/cx.ts'
import { Card } from '../../../ui/page/card.tsx'
import { Table, Td, Th, Tr } from '../../../ui/table/table.tsx'
import { useMedia } from '../../../ui/use-media.ts'
import { changeText, secondsText, tokensText } from './figures.ts'
import type { TargetName } from './target-names.ts'

type Measure = {
  head: string
  read: (target: TargetResult) => number | null | undefined
  textOf: (value: number) => string
  /** How much it changed is said. */
  isCompared?: boolean
}

const measures: readonly Measure[] = [
  { head: 'First token p50', read: (one) => one.first_token_p50_ms, textOf: secondsText },
  { head: 'Seconds p50', read: (one) => one.p50_ms, textOf: secondsText },
  { head: 'p95', read: (one) => one.p95_ms, textOf: secondsText, isCompared: true },
  {
    head: 'Tokens an attempt',
    read: (one) => one.tokens_an_attempt,
    textOf: tokensText,
    isCompared: true,
  },
  {
    head: 'Tokens in all',
    read: (one) => (one.tokens_an_attempt == null ? null : one.tokens),
    textOf: tokensText,
  },
]

type CostCardProps = { results: Results; names: readonly TargetName[] }

/** What an answer of each target takes in time and tokens. */
export function CostCard(props: CostCardProps) {
  // A phone has room for two targets beside each other, not for all that is measured.
  const isWide = useMedia('(min-width: 700px)')
  const { words } = props.results
  return (
    <Card>
      <h2 className="sr-only">Time and tokens</h2>
      <Table label="Time and tokens by target">
        {isWide ? <TargetRows {...props} /> : <MeasureRows {...props} />}
      </Table>
      {words.cost && <p className="border-t px-4 py-2.5 text-ink-2 text-sm">{words.cost}</p>}
    </Card>
  )
}

const valueClass = 'whitespace-nowrap text-right tabular-nums last:pr-4'

function TargetRows({ results: { targets }, names }: CostCardProps) {
  return (
    <>
      <thead>
        <Tr>
          <Th className="pl-4">Target</Th>
          {measures.map(({ head }) => (
            <Th key={head} className="text-right last:pr-4">
              {head}
            </Th>
          ))}
        </Tr>
      </thead>
      <tbody>
        {names.map(({ role, id, whole }, index) => (
          <Tr key={role}>
            <Td className="pl-4">
              {targets.length > 1 && role}{' '}
              <span className="mono whitespace-nowrap" title={whole}>
                {id}
              </span>
            </Td>
            {measures.map((measure) => (
              <Td key={measure.head} className={valueClass}>
                <Value measure={measure} targets={targets} index={index} />
              </Td>
            ))}
          </Tr>
        ))}
      </tbody>
    </>
  )
}

function MeasureRows({ results: { targets }, names }: CostCardProps) {
  return (
    <>
      <thead>
        <Tr>
          <Th className="pl-4">
            <span className="sr-only">Measure</span>
          </Th>
          {names.map(({ role, id }) => (
            <Th key={role} className="text-right last:pr-4">
              {targets.length > 1 ? role : id}
            </Th>
          ))}
        </Tr>
      </thead>
      <tbody>
        {measures.map((measure) => (
          <Tr key={measure.head}>
            <Td className="pl-4 text-ink-2">{measure.head}</Td>
            {names.map(({ role }, index) => (
              <Td key={role} className={valueClass}>
                <Value measure={measure} targets={targets} index={index} />
              </Td>
            ))}
          </Tr>
        ))}
      </tbody>
    </>
  )
}

type ValueProps = { measure: Measure; targets: readonly TargetResult[]; index: number }

function Value({ measure, targets, index }: ValueProps) {
  const { read, textOf, isCompared = false } = measure
  const [first] = targets
  const target = targets[index]
  const value = target && read(target)
  if (value == null) return <span className="text-ink-3">—</span>
  const before = isCompared && first && index > 0 ? read(first) : null
  const change = changeText(before, value)
  return (
    <>
      {textOf(value)}
      {change && (
        <span className={cx('ml-1 text-sm', isMuch(before, value) ? 'text-warn' : 'text-ink-2')}>
          {change}
        </span>
      )}
    </>
  )
}

/** A quarter more is worth a look. */
const isMuch = (before: number | null | undefined, after: number) =>
  Boolean(before) && after > (before ?? 0) * 1.25
