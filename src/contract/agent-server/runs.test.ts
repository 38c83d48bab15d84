import { describe, expect, it } from 'vitest'
import { RunCreate } from './run-request.ts'
import {
  cancelActions,
  cancelRun,
  endReasons,
  isActive,
  joinRunStream,
  listRuns,
  onDisconnectQuery,
  Run,
  RunsCancelRequest,
  runCan,
  runStatuses,
  runsAtOnce,
} from './runs.ts'

const thread_id = '01900000-0000-7000-8000-000000000001'
const run_id = '01900000-0000-7000-8000-000000000002'

it('§2.4, §3 has these words and no others', () => {
  expect(runStatuses).toEqual(['pending', 'running', 'success', 'error', 'timeout', 'interrupted'])
  expect(cancelActions).toEqual(['interrupt', 'rollback'])
  expect(endReasons).toEqual([
    'cancelled',
    'disconnected',
    'replaced',
    'deadline',
    'failed',
    'lost',
  ])
})

it.each([
  'run_id',
  'thread_id',
  'assistant_id',
  'created_at',
  'updated_at',
  'status',
  'metadata',
  'kwargs',
  'multitask_strategy',
])('§4.2 runs can be listed with their %s alone', (field) => {
  expect(listRuns.query.parse({ select: field })).toEqual({ select: field })
  expect(listRuns.query.parse({ select: [field] })).toEqual({ select: [field] })
  expect(listRuns.query.safeParse({ select: 'secret' }).success).toBe(false)
})

it.each(['cancel', 'continue'])('§4.2 rule 3 on_disconnect may be %s', (on_disconnect) => {
  expect(onDisconnectQuery.parse({ on_disconnect })).toEqual({ on_disconnect })
  expect(onDisconnectQuery.safeParse({ on_disconnect: 'stop' }).success).toBe(false)
})

describe('§3 rule 1', () => {
  it('only a pending or running run can be cancelled', () => {
    expect(runStatuses.filter((status) => runCan.cancel({ status }))).toEqual([
      'pending',
      'running',
    ])
    expect(runCan.cancel({ status: 'a new word' })).toBe(false)
    expect(isActive({ status: 'interrupted' })).toBe(false)
  })
})

describe('§2.5 creating a run', () => {
  it('needs an assistant only', () => {
    expect(RunCreate.parse({ assistant_id: 'guide' })).toEqual({ assistant_id: 'guide' })
  })

  it.each(['enqueue', 'reject', 'interrupt', 'rollback'])('knows the strategy %s', (strategy) => {
    const body = { assistant_id: 'guide', multitask_strategy: strategy }
    expect(RunCreate.safeParse(body).success).toBe(true)
  })

  it('takes a mode or several, feedback keys, and falsy input and answers', () => {
    for (const part of [
      { stream_mode: 'updates' },
      { stream_mode: ['values', 'messages-tuple'] },
      { feedback_keys: ['user_score'], on_disconnect: 'cancel' },
      { input: null },
      { input: 0 },
      { command: { resume: false } },
    ]) {
      expect(RunCreate.parse({ assistant_id: 'guide', ...part })).toMatchObject(part)
    }
  })

  it.each([
    [{}, 'assistant_id'],
    [{ assistant_id: '' }, 'assistant_id'],
    [{ assistant_id: 7 }, 'assistant_id'],
    [{ assistant_id: 'a', multitask_strategy: 'wait' }, 'multitask_strategy'],
    [{ assistant_id: 'a', on_disconnect: 'stop' }, 'on_disconnect'],
    [{ assistant_id: 'a', feedback_keys: 'x' }, 'feedback_keys'],
    [{ assistant_id: 'a', feedback_keys: [''] }, 'feedback_keys.0'],
    [{ assistant_id: 'a', stream_mode: 'loud' }, 'stream_mode'],
    [{ assistant_id: 'a', config: { recursion_limit: 0 } }, 'config.recursion_limit'],
    [{ assistant_id: 'a', unknown: 1 }, ''],
  ])('refuses %j at “%s”', (body, path) => {
    const issues = RunCreate.safeParse(body).error?.issues
    expect(issues?.map((issue) => issue.path.join('.'))).toEqual([path])
  })
})

describe('§4.2 queries', () => {
  it.each([
    ['cancel', true],
    ['true', true],
    ['1', true],
    [true, true],
    ['continue', false],
    ['false', false],
    ['0', false],
    [false, false],
  ])('cancel_on_disconnect=%s means %s', (cancel_on_disconnect, meaning) => {
    const query = joinRunStream.query.parse({ cancel_on_disconnect })
    expect(query).toEqual({ cancel_on_disconnect: meaning })
  })

  it('cancel_on_disconnect is refused in other words', () => {
    const query = joinRunStream.query.safeParse({ cancel_on_disconnect: 'later' })
    expect(query.error?.issues[0]?.message).toBe('Write cancel, true or false.')
    expect(joinRunStream.query.parse({})).toEqual({})
  })

  it('as many runs are read at once as a server gives', () => {
    const { query } = listRuns
    expect(query.safeParse({ limit: runsAtOnce }).success).toBe(true)
    expect(query.safeParse({ limit: runsAtOnce + 1 }).success).toBe(false)
  })

  it('cancelling reads wait by its text and refuses unknown actions', () => {
    const { query } = cancelRun
    expect(query.parse({ wait: 'false', action: 'rollback' })).toEqual({
      wait: false,
      action: 'rollback',
    })
    expect(query.safeParse({ action: 'destroy' }).success).toBe(false)
  })
})

describe('§2.8 bulk cancel', () => {
  it.each([
    { thread_id, run_ids: [run_id] },
    { status: 'pending' },
    { status: 'running' },
    { status: 'all' },
  ])('takes %j', (body) => {
    expect(RunsCancelRequest.parse(body)).toEqual(body)
  })

  it.each([
    {},
    { thread_id },
    { run_ids: [run_id] },
    { thread_id, run_ids: [] },
    { thread_id, run_ids: ['x'] },
    { thread_id, run_ids: [run_id], status: 'all' },
    { thread_id, status: 'all' },
    { status: 'success' },
    { status: 'all', extra: 1 },
  ])('refuses %j', (body) => {
    expect(RunsCancelRequest.safeParse(body).success).toBe(false)
  })
})

it('§2.4 a run of another server keeps its words and fields', () => {
  const run = {
    run_id: 'r',
    thread_id: 't',
    status: 'resting',
    created_at: 'x',
    updated_at: 'x',
    kwargs: { input: { n: 1 } },
    extra: [],
  }
  expect(Run.parse(run)).toEqual(run)
})
