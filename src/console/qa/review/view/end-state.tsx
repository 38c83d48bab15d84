import { useMemo } from 'react'
import { writeJson } from '../../../../contract/exact-json.ts'
import type { ReviewSide } from '../../../../contract/qa/reviews.ts'
import { cx } from '../../../../ui/cx.ts'
import { JsonView } from '../../../../ui/page/json-view.tsx'
import { Note } from '../../../../ui/page/note.tsx'
import { type StateDifference, stateDifferences } from '../align/state-differences.ts'
import type { SideName } from '../judging/rubric-rows.ts'
import { Column, Columns, SideHead } from './turn.tsx'

type EndStateProps = {
  sides: readonly ReviewSide[]
  /** What differs is tinted. */
  isMarked: boolean
}

/** How the thread was left: what went wrong, which values of the state differ, and all of them folded. */
export function EndState({ sides, isMarked }: EndStateProps) {
  const [a, b] = sides
  const isPair = sides.length > 1
  const compared = useMemo(
    () => (a?.state && b?.state ? stateDifferences(a.state, b.state) : null),
    [a, b],
  )
  const hasError = sides.some(({ error }) => error)
  if (!hasError && !sides.some(({ state }) => state)) return null
  const shown = compared?.differences.slice(0, mostShown) ?? []
  return (
    <section aria-label="At the end" className="pb-6">
      <div className="flex items-baseline gap-3 pt-4 pb-2">
        <h2 className="min-w-[62px] font-strong text-ink-3 text-xs">At the end</h2>
        {compared && <p className="text-ink-2 text-sm">{differWords(compared)}</p>}
      </div>
      <Columns count={sides.length} rows={1 + Number(hasError) + Number(shown.length > 0)}>
        {sides.map((side, at) => {
          const name = at === 0 ? 'a' : 'b'
          return (
            <Column key={name} side={name} isPair={isPair}>
              <SideHead side={name} isPair={isPair} />
              {hasError && <div>{side.error && <Failure>{side.error}</Failure>}</div>}
              {shown.length > 0 && (
                <Differences differences={shown} side={name} isMarked={isMarked} />
              )}
              <WholeState state={side.state} side={isPair ? name : null} />
            </Column>
          )
        })}
      </Columns>
    </section>
  )
}

const mostShown = 20

function Failure({ children }: { children: string }) {
  return (
    <Note tone="plain" title="This attempt ended with an error">
      {children}
    </Note>
  )
}

function differWords({ differences, count }: ReturnType<typeof stateDifferences>): string {
  if (count === 0) return 'The state holds nothing but messages'
  if (differences.length === 0) return `None of ${count} keys of the state differs`
  const shown = differences.length > mostShown ? `; the first ${mostShown} are shown` : ''
  return `${differences.length} of ${count} keys of the state differ${shown}`
}

type DifferencesProps = {
  differences: readonly StateDifference[]
  side: SideName
  isMarked: boolean
}

function Differences({ differences, side, isMarked }: DifferencesProps) {
  return (
    <dl className="mono rounded-md border px-3 py-2 leading-[19px] [overflow-wrap:anywhere]">
      {differences.map((one) => (
        <div key={one.path}>
          <dt className="inline text-ink-2">{one.path}</dt>{' '}
          <dd
            className={cx(
              'inline rounded-sm box-decoration-clone',
              isMarked &&
                'bg-accent-soft underline decoration-accent/55 decoration-[1.5px] underline-offset-[3px]',
            )}
          >
            {one[side] === undefined ? (
              <span className="font-ui text-ink-2 text-sm">not there</span>
            ) : (
              valueText(one[side])
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}

const longestValue = 200

function valueText(value: unknown): string {
  const text = value === undefined ? '' : writeJson(value)
  return text.length > longestValue ? `${text.slice(0, longestValue)}…` : text
}

function WholeState({ state, side }: { state: ReviewSide['state']; side: SideName | null }) {
  if (!state) return <p className="text-ink-3 text-sm">No state was kept.</p>
  return (
    <details>
      <summary className="min-h-6 cursor-pointer rounded-sm text-ink-2 text-sm leading-6">
        Whole state
      </summary>
      <JsonView
        value={state}
        label={side ? `state of ${side.toUpperCase()} at the end` : 'state at the end'}
      />
    </details>
  )
}
