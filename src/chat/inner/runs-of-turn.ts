import type { Run } from '../../contract/agent-server/runs.ts'
import type { Turn } from '../conversation/turns.ts'

/**
 * The ids of the runs that a turn is of, oldest first: those that are known to have written something of it, and those
 * between them, which a question ended and an answer went on with.
 * @param records the thread's runs, oldest first
 */
export function runsOfTurn(
  { human, parts, results, run_id }: Turn,
  records: readonly Pick<Run, 'run_id'>[],
): readonly string[] {
  const said = [human, ...parts, ...results.values()].flatMap((item) => item?.run_id ?? [])
  const known = new Set(run_id === null ? said : [...said, run_id])
  const places = records.flatMap((record, index) => (known.has(record.run_id) ? [index] : []))
  const between = records.slice(places[0] ?? 0, (places.at(-1) ?? -1) + 1)
  return [...new Set([...between.map((record) => record.run_id), ...known])]
}
