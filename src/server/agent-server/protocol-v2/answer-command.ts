import type {
  ProtocolCommand,
  ProtocolResponse,
} from '../../../contract/agent-server/protocol-v2/commands.ts'
import { first } from '../../db/database.ts'
import { unknownThread } from '../not-found.ts'
import { findMadeRun } from '../request-keys.ts'
import type { RunEngine } from '../run-engine.ts'
import type { AskedBy } from '../runs/create-run.ts'
import { matchesFilter } from '../threads/thread-search.ts'
import { ProtocolFault, refusalOf } from './protocol-fault.ts'
import { seqOf } from './recorded-event.ts'
import {
  forkState,
  respondToInput,
  type StartedRun,
  startRun,
  type ThreadKey,
} from './run-commands.ts'
import { getState, getTree, listCheckpoints } from './state-commands.ts'

type Result = Record<string, unknown>

type Perform<Done> = (
  engine: RunEngine,
  key: ThreadKey,
  params: ProtocolCommand['params'],
  asked: AskedBy,
) => Promise<Done>

const commands: Record<string, Perform<Result>> = {
  'run.start': once(startRun, ({ run_id }) => ({ run_id })),
  'input.respond': once(respondToInput, () => ({})),
  'state.get': getState,
  'state.listCheckpoints': listCheckpoints,
  'state.fork': once(forkState, ({ run_id, thread_id }) => ({ run_id, thread_id })),
  'agent.getTree': getTree,
}

/** Published ones that are not done here, and what to do instead. */
const unsupported: Record<string, string> = {
  'input.inject': 'Start a run with the message as its input: send run.start.',
  'subscription.subscribe': 'Ask for events at …/stream/events, or subscribe on a WebSocket there.',
  'subscription.unsubscribe': 'Close the event stream, or the WebSocket.',
  'subscription.reconnect':
    'Ask for the events again; give since to pass over those that are known.',
}

/** Does what a command says. Refusals are told in the answer; rejects with what is the server's fault. */
export async function answerCommand(
  engine: RunEngine,
  key: ThreadKey,
  { id, method, params }: ProtocolCommand,
  asked: AskedBy,
): Promise<ProtocolResponse> {
  try {
    const hint = Object.hasOwn(unsupported, method) ? unsupported[method] : undefined
    if (hint) throw new ProtocolFault('not_supported', `${method} is not supported here. ${hint}`)
    const perform = Object.hasOwn(commands, method) ? commands[method] : undefined
    if (!perform) throw new ProtocolFault('unknown_command', `There is no command ${method}.`)
    const applied_through_seq = await appliedThrough(engine, key)
    const result = await perform(engine, key, params, asked)
    return { type: 'success', id, result, meta: { thread_id: key.thread_id, applied_through_seq } }
  } catch (error) {
    const refusal = refusalOf(error, id)
    if (refusal) return refusal
    throw error
  }
}

/**
 * A command that starts a run. Sent again with its key it starts none, whatever has become of the thread meanwhile:
 * `tell` answers the run that is there.
 */
function once(start: Perform<StartedRun>, tell: (run: StartedRun) => Result): Perform<Result> {
  return async (engine, key, params, asked) => {
    const before = () => startedBefore(engine, key, asked)
    const run = await before()
    if (run) return tell(run)
    try {
      return tell(await start(engine, key, params, asked))
    } catch (error) {
      // It may have been sent again before the first one was done, which this one then stands in the way of.
      const meanwhile = await before()
      if (meanwhile) return tell(meanwhile)
      throw error
    }
  }
}

async function startedBefore(
  { database }: RunEngine,
  { deployment_id, thread_id }: ThreadKey,
  { key, allowed = null }: AskedBy,
): Promise<StartedRun | null> {
  const run = key ? await findMadeRun(database, deployment_id, key) : null
  if (!run || (await matchesFilter(database, run.thread_id, allowed))) return run
  throw unknownThread(thread_id)
}

/** No event of the runs that have started has a higher number, and no other one has a lower. */
async function appliedThrough({ database }: RunEngine, key: ThreadKey): Promise<number> {
  const rows = await database.query<{ run_starts: number }>(
    'select run_starts from threads where thread_id = $1 and deployment_id = $2',
    [key.thread_id, key.deployment_id],
  )
  return seqOf(first(rows)?.run_starts ?? 0, Number.POSITIVE_INFINITY)
}
