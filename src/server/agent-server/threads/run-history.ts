import type { ToldState } from '../../../contract/agent-server/steps/state-tasks.ts'
import { parseJson } from '../../../contract/exact-json.ts'
import type { RunHistory, ThreadPlace } from '../../run-history.ts'
import { wholeOf } from '../executors/long-answer.ts'
import type { RunEngine } from '../run-engine.ts'
import { type HistoryChoice, readHistory } from './thread-state.ts'

const pageSize = 100
const mostStates = 1_000
/** All but the values, which may be large. */
const parts = ['tasks', 'metadata', 'created_at', 'checkpoint', 'parent_checkpoint']

/** Read from the threads of this server. */
export function runHistory(engine: RunEngine): RunHistory {
  const textOf = async ({ deployment_id, thread_id }: ThreadPlace, page: HistoryChoice) =>
    wholeOf(await readHistory(engine, deployment_id, thread_id, page))
  const read = async (place: ThreadPlace, page: HistoryChoice) =>
    parseJson(await textOf(place, { ...page, select: parts })) as ToldState[]
  return {
    async statesOf(run) {
      const metadata = { run_id: run.run_id }
      const own = await lastStates((before) => read(run, { limit: pageSize, metadata, before }))
      const [first] = own
      const checkpoint_id = first?.parent_checkpoint?.checkpoint_id ?? undefined
      if (first && !checkpoint_id) return own
      return [...(await read(run, { limit: 1, checkpoint_id })), ...own]
    },
    async valuesAt(place, checkpoint_id) {
      const text = await textOf(place, { limit: 1, checkpoint_id, select: ['values'] })
      const [state] = parseJson(text) as { values: unknown }[]
      return state && { values: state.values, length: text.length }
    },
  }
}

/** The newest states of a history, oldest first, of which `read` answers a page, newest first, before a checkpoint. */
export async function lastStates(
  read: (before: string | undefined) => Promise<ToldState[]>,
): Promise<ToldState[]> {
  const own: ToldState[] = []
  let page: ToldState[]
  do {
    page = await read(own.at(-1)?.checkpoint?.checkpoint_id ?? undefined)
    own.push(...page)
  } while (page.length === pageSize && own.length < mostStates)
  return own.reverse()
}
