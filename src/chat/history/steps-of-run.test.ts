import { describe, expect, it } from 'vitest'
import type { ThreadState } from '../../contract/agent-server/threads.ts'
import { entryOf } from './checkpoint-entry.ts'
import { stepsOfRun, timelineStep } from './steps-of-run.ts'

const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString()
const ms = (second: number) => Date.parse(at(second))

/** Checkpoints of a run, each left with tasks, as the history gives them. */
function entries(...told: { second: number; names: string[]; error?: string; asks?: boolean }[]) {
  return told
    .map(
      ({ second, names, error, asks }, index): ThreadState => ({
        values: {},
        next: names,
        created_at: at(second),
        checkpoint: { checkpoint_id: `c${second}` },
        parent_checkpoint: index > 0 ? { checkpoint_id: `c${told[index - 1]?.second}` } : null,
        metadata: { run_id: 'r1' },
        tasks: names.map((name) => ({
          id: `${second}-${name}`,
          name,
          error: error ?? null,
          interrupts: asks ? [{ value: 'May I?' }] : [],
        })),
      }),
    )
    .reverse()
    .flatMap((state) => entryOf(state) ?? [])
}

const run = { run_id: 'r1', status: 'success', updated_at: at(9), ended_at: at(4) }
const stopped = { ...run, status: 'interrupted', end_reason: 'cancelled' }
const failed = { ...run, status: 'error', end_reason: 'failed' }

describe('stepsOfRun', () => {
  it('ends each step where the next checkpoint was made and leaves the start out', () => {
    const list = entries(
      { second: 0, names: ['__start__'] },
      { second: 1, names: ['plan'] },
      { second: 4, names: [] },
    )
    expect(stepsOfRun(list, run)).toEqual([
      { key: '1-plan', node: 'plan', status: 'done', startedAt: ms(1), endedAt: ms(4) },
    ])
    expect(stepsOfRun(list, { ...run, run_id: 'r2' })).toEqual([])
  })

  it('shows the last tasks as running while the run is active', () => {
    const active = { ...run, status: 'running', ended_at: null }
    const [step] = stepsOfRun(entries({ second: 1, names: ['plan'] }), active)
    expect(step).toMatchObject({ node: 'plan', status: 'running', endedAt: null })
  })

  it('leaves out what a run left for later, but shows what failed, asked or was cut off', () => {
    const left = { second: 1, names: ['plan'] }
    expect(stepsOfRun(entries(left), run)).toEqual([])
    const ended = { startedAt: ms(1), endedAt: ms(4) }
    expect(stepsOfRun(entries({ ...left, error: 'boom' }), failed)).toMatchObject([
      { ...ended, status: 'failed' },
    ])
    expect(stepsOfRun(entries({ ...left, asks: true }), run)).toMatchObject([
      { ...ended, status: 'paused' },
    ])
    expect(stepsOfRun(entries(left), stopped)).toMatchObject([{ ...ended, status: 'cut' }])
    expect(stepsOfRun(entries(left), run, true)).toMatchObject([{ ...ended, status: 'cut' }])
  })

  it('shows what ran beside a step that failed: done where it left something, else cut off', () => {
    const task = (name: string, rest: object) => ({ id: name, name, interrupts: [], ...rest })
    const state: ThreadState = {
      values: {},
      next: ['one', 'two', 'three'],
      created_at: at(1),
      checkpoint: { checkpoint_id: 'c' },
      metadata: { run_id: 'r1' },
      tasks: [task('one', { error: 'boom' }), task('two', { result: { a: 1 } }), task('three', {})],
    }
    const entry = entryOf(state)
    const told = entry ? stepsOfRun([entry], failed) : []
    expect(told.map(({ node, status }) => `${node} ${status}`)).toEqual([
      'one failed',
      'two done',
      'three cut',
    ])
  })

  it('ends with the run where its server tells no time of its end but that of its last change', () => {
    const [step] = stepsOfRun(entries({ second: 1, names: ['plan'] }), {
      ...stopped,
      ended_at: undefined,
    })
    expect(step?.endedAt).toBe(ms(9))
  })
})

it('a timeline draws what has both its times', () => {
  const step = { key: 'k', node: 'plan', startedAt: 5, endedAt: 7 }
  const drawn = { id: 'k', name: 'plan', startMs: 5, endMs: 7, hasFailed: false, isCut: false }
  expect(timelineStep({ ...step, status: 'done' })).toEqual(drawn)
  expect(timelineStep({ ...step, status: 'cut' })).toEqual({ ...drawn, isCut: true })
  expect(timelineStep({ ...step, status: 'failed' })).toEqual({ ...drawn, hasFailed: true })
  expect(timelineStep({ ...step, endedAt: null, status: 'running' })?.endMs).toBeNull()
  expect(timelineStep({ ...step, endedAt: null, status: 'done' })).toBeNull()
  expect(timelineStep({ ...step, startedAt: null, status: 'done' })).toBeNull()
})
