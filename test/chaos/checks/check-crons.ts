import { isActive, type Run } from '../../../src/contract/agent-server/runs.ts'
import type { ClientMemory } from '../clients/client-memory.ts'

const minuteOf = ({ created_at }: Run) => created_at.slice(0, 'yyyy-mm-ddThh:mm'.length)

/** Each tick of a cron has made one run, which has ended; one that was missed was made up for once. */
export function checkCrons(memory: ClientMemory, runs: readonly Run[]): string[] {
  const ticks = runs.map((run) => `${run.metadata?.cron_id} at ${minuteOf(run)}`)
  const unknown = runs.filter(({ metadata }) => typeof metadata?.cron_id !== 'string')
  return [
    ...ticks
      .filter((tick, at) => ticks.indexOf(tick) !== at)
      .map((tick) => `The tick of ${tick} made two runs.`),
    ...unknown.map(({ run_id }) => `The run ${run_id} on the thread of the crons is of none.`),
    ...runs.filter(isActive).map(({ run_id }) => `The cron's run ${run_id} never ends.`),
    ...(runs.length > 0 && memory.crons.length === 0 ? ['Runs were made by no cron.'] : []),
  ]
}
