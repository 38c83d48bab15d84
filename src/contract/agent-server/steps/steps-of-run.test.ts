import { describe, expect, it } from 'vitest'
import type { ThreadState } from '../threads.ts'
import { tasksOfState } from './state-tasks.ts'
import { isBeginningRead, stepsOfRun } from './steps-of-run.ts'

const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString()
const ms = (second: number) => Date.parse(at(second))

interface Told {
  second: number
  names: string[]
  error?: string
  asks?: boolean
  result?: unknown
  run_id?: string
  source?: string
}

/** Checkpoints of a run, each left with tasks, as the history gives them. */
function entries(...told: Told[]) {
  return told
    .map(
      ({ second, names, error, asks, result, run_id = 'r1', source }, index): ThreadState => ({
        values: {},
        next: names,
        created_at: at(second),
        checkpoint: { checkpoint_id: `c${second}` },
        parent_checkpoint: index > 0 ? { checkpoint_id: `c${told[index - 1]?.second}` } : null,
        metadata: { run_id, ...(source && { source }) },
        tasks: names.map((name) => ({
          id: `${second}-${name}`,
          name,
          error: error ?? null,
          interrupts: asks ? [{ value: 'May I?' }] : [],
          result,
        })),
      }),
    )
    .reverse()
    .flatMap((state) => tasksOfState(state) ?? [])
}

const run = {
  ...{ run_id: 'r1', status: 'success', created_at: at(0) },
  ...{ updated_at: at(9), ended_at: at(4) },
}
const stopped = { ...run, status: 'interrupted', end_reason: 'cancelled' }
const failed = { ...run, status: 'error', end_reason: 'failed' }

describe('stepsOfRun', () => {
  it('33.1.6: tells of steps that ran together how long they took at most', () => {
    const list = entries(
      { second: 1, names: ['left', 'right'] },
      { second: 3, names: ['join'] },
      { second: 4, names: [] },
    )
    const steps = stepsOfRun(list, run)
    expect(steps.map(({ node, isAtMost = false }) => [node, isAtMost])).toEqual([
      ['left', true],
      ['right', true],
      ['join', false],
    ])
  })

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
    const entry = tasksOfState(state)
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

  describe('of a run that goes on (33, 1.6)', () => {
    const asked = { second: 1, names: ['tools'], asks: true, result: { done: true } }
    const went = { second: 7, names: ['answer'], run_id: 'r2', source: 'loop' }
    const end = { second: 8, names: [], run_id: 'r2', source: 'loop' }
    const second = {
      ...{ ...run, run_id: 'r2', kwargs: { input: null, command: { resume: 'yes' } } },
      ...{ created_at: at(5), started_at: at(6), ended_at: at(8) },
    }

    it('begins with what the run before it had asked about', () => {
      const list = entries(asked, went, end)
      expect(stepsOfRun(list, second)).toEqual([
        { key: '1-tools', node: 'tools', status: 'done', startedAt: ms(6), endedAt: ms(7) },
        { key: '7-answer', node: 'answer', status: 'done', startedAt: ms(7), endedAt: ms(8) },
      ])
      expect(stepsOfRun(list, run).map(({ status, endedAt }) => [status, endedAt])).toEqual([
        ['paused', ms(4)],
      ])
    })

    it('tells what it is at before it has made a checkpoint, and that it asked again', () => {
      const list = entries(asked)
      const active = { ...second, status: 'running', ended_at: null }
      expect(stepsOfRun(list, active)).toMatchObject([{ node: 'tools', status: 'running' }])
      expect(stepsOfRun(list, { ...active, status: 'pending' })).toEqual([])
      const again = { ...second, status: 'interrupted' }
      expect(stepsOfRun(list, again)).toMatchObject([{ status: 'paused', startedAt: ms(6) }])
      const other = { ...active, kwargs: { input: { messages: [] } } }
      expect(stepsOfRun(list, other)).toEqual([])
    })

    it('takes nothing up that an input of its own came after', () => {
      const list = entries(asked, { ...went, source: 'input' }, end)
      expect(stepsOfRun(list, second).map(({ node }) => node)).toEqual(['answer'])
    })

    it('leaves what was cut off cut off, though the next run has done it', () => {
      const list = entries({ ...asked, asks: false }, went, end)
      expect(stepsOfRun(list, stopped)).toMatchObject([{ node: 'tools', status: 'cut' }])
      expect(stepsOfRun(list, second)).toMatchObject([{ node: 'tools' }, { node: 'answer' }])
    })

    it('takes up only what failed, where others were done', () => {
      const state: ThreadState = {
        ...{
          values: {},
          next: ['one', 'two'],
          created_at: at(1),
          checkpoint: { checkpoint_id: 'c' },
        },
        metadata: { run_id: 'r1' },
        tasks: [
          { id: 'one', name: 'one', error: 'boom', interrupts: [] },
          { id: 'two', name: 'two', interrupts: [], result: { a: 1 } },
        ],
      }
      const first = tasksOfState(state)
      const [next] = entries({ ...went, names: [] })
      const list = first && next ? [{ ...next, parent_id: 'c' }, first] : []
      expect(stepsOfRun(list, second).map(({ node, status }) => `${node} ${status}`)).toEqual([
        'one done',
      ])
    })

    it('has its beginning once the checkpoint that it went on from is read', () => {
      const list = entries(asked, went, end)
      expect(isBeginningRead(list, 'r2')).toBe(true)
      expect(isBeginningRead(list.slice(0, 2), 'r2')).toBe(false)
      expect(isBeginningRead(entries({ ...went, source: 'input' }).slice(0, 1), 'r2')).toBe(true)
      expect(isBeginningRead([], 'r2')).toBe(false)
    })
  })
})
