import type { ProtocolCommand } from '../../../contract/agent-server/protocol-v2/commands.ts'
import type { ThreadState } from '../../../contract/agent-server/threads.ts'
import { parseJson } from '../../../contract/exact-json.ts'
import { first } from '../../db/database.ts'
import { wholeOf } from '../executors/long-answer.ts'
import type { RunEngine } from '../run-engine.ts'
import type { RunRow } from '../run-row.ts'
import { runColumns } from '../run-store/run-store.ts'
import { listenTo } from '../streams/listen-to-run.ts'
import { readHistory, readState } from '../threads/thread-state.ts'
import { ListCheckpoints, readParams, StateGet } from './command-params.ts'
import { ProtocolFault } from './protocol-fault.ts'
import type { ThreadKey } from './run-commands.ts'
import { RunTranslation } from './run-translation.ts'

type Params = ProtocolCommand['params']

const noSignal = new AbortController().signal
const chunkLength = 256 * 1024

/** The newest state of the thread or of a subgraph; of its values only `keys`, if some are named. */
export async function getState(engine: RunEngine, key: ThreadKey, params: Params) {
  const { keys, namespace } = readParams(StateGet, params)
  const checkpoint_ns = (namespace ?? []).join('|')
  const choice = { subgraphs: false, ...(checkpoint_ns ? { checkpoint_ns } : {}) }
  const text = await wholeOf(await readState(engine, key.deployment_id, key.thread_id, choice))
  const { values, checkpoint } = parseJson(text) as ThreadState
  const { checkpoint_id, checkpoint_ns: ns } = checkpoint ?? {}
  return {
    values: keys ? chosen(values, keys) : values,
    checkpoint: checkpoint_id ? { id: checkpoint_id, ns: ns ?? '' } : null,
  }
}

/** Checkpoints of the thread or of a subgraph, newest first. */
export async function listCheckpoints(engine: RunEngine, key: ThreadKey, params: Params) {
  const { namespace, limit, before } = readParams(ListCheckpoints, params)
  const checkpoint_ns = (namespace ?? []).join('|')
  const page = {
    limit: limit ?? 10,
    before: before ?? undefined,
    ...(checkpoint_ns ? { checkpoint_ns } : {}),
  }
  const text = await wholeOf(await readHistory(engine, key.deployment_id, key.thread_id, page))
  const checkpoints = (parseJson(text) as ThreadState[]).map(
    ({ checkpoint, created_at, metadata }) => ({
      id: checkpoint?.checkpoint_id,
      timestamp: created_at,
      step: metadata?.step,
      metadata,
    }),
  )
  return { checkpoints }
}

/** The steps that the latest run has reached, as far as its events are kept. */
export async function getTree(engine: RunEngine, key: ThreadKey) {
  const rows = await engine.database.query<RunRow>(
    `select ${runColumns} from runs where thread_id = $1 and deployment_id = $2
     order by start_number desc nulls last, position desc limit 1`,
    [key.thread_id, key.deployment_id],
  )
  const run = first(rows)
  if (!run) throw new ProtocolFault('no_such_run', 'Nothing has run on this thread yet.')
  const { log } = await listenTo(engine, run)
  const translation = new RunTranslation(run)
  const end = log.lastId
  for (let after = log.isStored ? -1 : log.start; after < end; ) {
    const part = await log.read(after, chunkLength, noSignal)
    if (typeof part === 'string') break
    for (const event of part.events) Array.from(translation.of(event))
    after = part.events.at(-1)?.id ?? end
  }
  const output = log.hasEnded ? await log.ended(noSignal) : null
  if (output !== null) Array.from(translation.end(output))
  return { tree: translation.tree(statusOf(run, output)) }
}

function statusOf({ status }: RunRow, output: string | null): string {
  if (status === 'success') return output?.includes('"__interrupt__"') ? 'interrupted' : 'completed'
  if (status === 'pending' || status === 'running') return 'started'
  return status === 'interrupted' ? 'interrupted' : 'failed'
}

function chosen(values: unknown, keys: readonly string[]): unknown {
  const all = Object(values) as Record<string, unknown>
  return Object.fromEntries(keys.filter((key) => key in all).map((key) => [key, all[key]]))
}
