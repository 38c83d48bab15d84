import { describe, expect, it } from 'vitest'
import type { ThreadState } from '../../contract/agent-server/threads.ts'
import { stepsOfRun } from './run-steps.ts'

const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString()
const ms = (second: number) => Date.parse(at(second))
const state = (
  second: number,
  names: string[],
  error?: string,
  question?: string,
): ThreadState => ({
  values: {},
  next: names,
  created_at: at(second),
  tasks: names.map((name) => ({
    id: `${second}-${name}`,
    name,
    error: error ?? null,
    interrupts: question ? [{ value: question }] : [],
  })),
})

describe('stepsOfRun', () => {
  it('ends each step where the next state begins and leaves the start out', () => {
    const steps = stepsOfRun(
      [state(0, ['__start__']), state(1, ['plan']), state(4, [])],
      at(4),
      false,
    )
    expect(steps).toEqual([
      { id: '1-plan', name: 'plan', startMs: ms(1), endMs: ms(4), hasFailed: false, isCut: false },
    ])
  })

  it('shows the last tasks as running while the run is active', () => {
    const [step] = stepsOfRun([state(1, ['plan'])], null, false)
    expect(step).toMatchObject({ name: 'plan', endMs: null })
  })

  it('leaves out what a run left for later, but shows what failed, asked or was cut off', () => {
    expect(stepsOfRun([state(1, ['plan'])], at(3), false)).toEqual([])
    const [failed] = stepsOfRun([state(1, ['plan'], 'boom')], at(3), true)
    expect(failed).toMatchObject({ name: 'plan', hasFailed: true, isCut: false, endMs: ms(3) })
    const [asking] = stepsOfRun([state(1, ['plan'], undefined, 'May I?')], at(3), false)
    expect(asking).toMatchObject({ name: 'plan', hasFailed: false, endMs: ms(3) })
    const [cut] = stepsOfRun([state(1, ['plan'])], at(3), true)
    expect(cut).toMatchObject({ name: 'plan', hasFailed: false, isCut: true, endMs: ms(3) })
  })
})
