import type { ProtocolCommand } from '../../../contract/agent-server/protocol-v2/commands.ts'
import type { RunCreate, StreamMode } from '../../../contract/agent-server/run-request.ts'
import { HttpError } from '../../http/http-error.ts'
import { withPreviewMark } from '../executors/preview-mark.ts'
import type { RunEngine } from '../run-engine.ts'
import type { RunRow } from '../run-row.ts'
import { findRunning, listRuns } from '../run-store/run-store.ts'
import { type AskedBy, createRun } from '../runs/create-run.ts'
import { isCheckpoint } from '../threads/checkpoint-store.ts'
import { findThread, insertThread } from '../threads/thread-store.ts'
import { InputRespond, RunStart, readParams, StateFork } from './command-params.ts'
import { ProtocolFault } from './protocol-fault.ts'
import { markStreamed } from './thread-recording.ts'

/** A thread of a deployment, which need not be there yet. */
export interface ThreadKey {
  deployment_id: string
  thread_id: string
}

/** What a command has started. */
export type StartedRun = Pick<RunRow, 'run_id' | 'thread_id'>

type Params = ProtocolCommand['params']

/** How long an answer waits for the run to end that asks the question. */
const patienceMs = 15_000

/** What those see of such a run who read it by the run endpoints. */
const streamModes: StreamMode[] = [
  'values',
  'updates',
  'messages-tuple',
  'tools',
  'custom',
  'tasks',
]

/**
 * Starts a run, on a thread that is made if need be. While the thread waits for an answer and nothing works on it, the
 * input is that answer, unless another checkpoint is named to start from.
 */
export async function startRun(engine: RunEngine, key: ThreadKey, params: Params, by: AskedBy) {
  const { input, config, metadata, ...given } = readParams(RunStart, params)
  const { assistant_id, multitask_strategy } = given
  const { checkpoint_id, ...rest } = await forkedFrom(engine, key, config)
  const isAnswer = isGiven(input) && !checkpoint_id && (await isAsking(engine, key))
  return create(engine, key, by, {
    assistant_id,
    ...(isAnswer ? { command: { resume: input } } : { input: input ?? null }),
    ...rest,
    ...(checkpoint_id ? { checkpoint_id } : {}),
    metadata,
    multitask_strategy: multitask_strategy ?? given.multitaskStrategy,
  })
}

/** Goes on from an earlier checkpoint, with the assistant that ran last. */
export async function forkState(engine: RunEngine, key: ThreadKey, params: Params, by: AskedBy) {
  const { checkpoint_id, input, config, metadata } = readParams(StateFork, params)
  const assistant_id = await assistantOf(engine, key)
  const forked = { ...config, configurable: { ...config?.configurable, checkpoint_id } }
  return startRun(engine, key, { assistant_id, input, config: forked, metadata }, by)
}

/** Answers questions that the thread waits with: all that are given at once, by their ids. */
export async function respondToInput(
  engine: RunEngine,
  key: ThreadKey,
  params: Params,
  by: AskedBy,
) {
  const given = readParams(InputRespond, params)
  const { update, goto, config, metadata } = given
  const { interrupt_id, response } = given
  const answers = given.responses ?? (interrupt_id ? [{ interrupt_id, response }] : [])
  if (answers.length === 0) {
    throw new ProtocolFault('invalid_argument', 'Name the interrupt_id that is answered.')
  }
  const assistant_id = await assistantOf(engine, key)
  await runEnds(engine, key)
  const pending = await questionsOf(engine, key)
  const wrong = answers.filter((answer) => !pending.includes(answer.interrupt_id))
  if (wrong.length > 0) {
    const ids = wrong.map((answer) => answer.interrupt_id).join(', ')
    const left = pending.length > 0 ? `It waits with ${pending.join(', ')}.` : 'It waits with none.'
    throw new ProtocolFault('no_such_interrupt', `The thread has no question ${ids}. ${left}`)
  }
  const resume = Object.fromEntries(
    answers.map((answer) => [answer.interrupt_id, answer.response ?? null]),
  )
  const { checkpoint_id: _newest, ...rest } = await forkedFrom(engine, key, config)
  const command = { resume, ...(update ? { update } : {}), ...(goto ? { goto } : {}) }
  try {
    return await create(engine, key, by, {
      assistant_id,
      command,
      ...rest,
      metadata,
      multitask_strategy: 'reject',
    })
  } catch (error) {
    if (!(error instanceof HttpError) || error.status !== 409) throw error
    throw new ProtocolFault(
      'no_such_interrupt',
      'The question is being answered: a run is at work.',
    )
  }
}

async function create(
  engine: RunEngine,
  key: ThreadKey,
  by: AskedBy,
  body: RunCreate,
): Promise<StartedRun> {
  const { deployment_id, thread_id } = key
  const { now, database, executors } = engine
  const metadata = withPreviewMark(executors, deployment_id, body.metadata ?? {})
  const { threads: ttl } = executors.retentionOf(deployment_id)
  await insertThread(database, { thread_id, deployment_id, metadata, ttl, now: now() })
  // Before the run is there: it tells all that its readers will ask for.
  await markStreamed(engine, key)
  const asked = { stream_mode: streamModes, stream_subgraphs: true, stream_resumable: true }
  const { run } = await createRun(
    engine,
    deployment_id,
    thread_id,
    { ...body, ...asked },
    'continue',
    by,
  )
  return run
}

/** Clients name the checkpoint to fork from in the config; what the run is given is without it. */
async function forkedFrom(
  { database }: RunEngine,
  { thread_id }: ThreadKey,
  config: RunCreate['config'],
) {
  if (!config) return { checkpoint_id: null }
  const {
    checkpoint_id,
    checkpoint_ns: _ns,
    checkpoint_map: _map,
    ...rest
  } = config.configurable ?? {}
  const plain = { config: { ...config, configurable: rest } }
  if (!isGiven(checkpoint_id)) return { ...plain, checkpoint_id: null }
  const id = String(checkpoint_id)
  if (await isCheckpoint(database, thread_id, id)) return { ...plain, checkpoint_id: id }
  throw new ProtocolFault('no_such_checkpoint', `The thread has no checkpoint ${id}.`)
}

/** That of the latest run, by whichever protocol it was started. */
async function assistantOf({ database }: RunEngine, key: ThreadKey): Promise<string> {
  const [latest] = await listRuns(database, key, { limit: 1, offset: 0 })
  if (latest) return latest.assistant_id
  throw new ProtocolFault('no_such_run', 'Nothing has run on this thread yet: send run.start.')
}

/** A question is told before the run that asks it has ended: its answer waits for that. */
async function runEnds({ database, ends }: RunEngine, key: ThreadKey): Promise<void> {
  const run = await findRunning(database, key)
  if (!run) return
  const { ended, forget } = ends.wait(run.run_id)
  let timer: NodeJS.Timeout | undefined
  const patience = new Promise((resolve) => {
    timer = setTimeout(resolve, patienceMs)
  })
  // It may have ended before it was waited for.
  if (await findRunning(database, key)) await Promise.race([ended, patience])
  clearTimeout(timer)
  forget()
}

async function isAsking(engine: RunEngine, key: ThreadKey): Promise<boolean> {
  const thread = await findThread(engine.database, key.deployment_id, key.thread_id)
  return thread?.status === 'interrupted' && idsOf(thread.interrupts).length > 0
}

async function questionsOf(engine: RunEngine, key: ThreadKey): Promise<string[]> {
  const thread = await findThread(engine.database, key.deployment_id, key.thread_id)
  return idsOf(thread?.interrupts)
}

function idsOf(
  interrupts: Record<string, { id?: string | null | undefined }[]> | null | undefined,
) {
  return Object.values(interrupts ?? {}).flatMap((asked) => asked.flatMap(({ id }) => id ?? []))
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null
}
