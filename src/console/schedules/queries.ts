import { type Cron, countCrons, searchCrons } from '../../contract/agent-server/crons.ts'
import { cronsRead } from '../../contract/pages/schedule-pages.ts'
import type { Tone } from '../../ui/page/status-pill.tsx'
import { type Api, queryKey } from '../api.tsx'
import { readQuery } from '../reads.ts'

/** The crons of a deployment, newest first. */
export function cronsQuery(api: Api, deploymentId: string) {
  return readQuery(api, cronsRead(deploymentId))
}

/** Keys of the reads that a change of a cron makes old. */
export function whatCronsChange(api: Api, deploymentId: string) {
  const agent = api.agent(deploymentId)
  return [queryKey(agent, searchCrons), queryKey(agent, countCrons)]
}

/** Whether a cron has ticks to come, in a word. Servers that tell no `enabled` have no pause. */
export function cronState(cron: Cron): { tone: Tone; words: string } {
  if (cron.enabled === false) return { tone: 'warn', words: 'Paused' }
  if (cron.next_run_date === null) return { tone: 'idle', words: 'Over' }
  return cron.last_error ? { tone: 'warn', words: 'Passed over' } : { tone: 'ok', words: 'Active' }
}
