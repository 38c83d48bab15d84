import { existsSync } from 'node:fs'
import type { LoadableRevision, Outage } from '../../cluster/agent-host.ts'

/** Said to whoever asks for something that only the agent's process can do. */
export function downInWords({ reason }: Pick<Outage, 'reason'>): string {
  return `The agent is down and could not be started again. ${reason}`
}

/** Throws where the folder of the code is not there: the system would name the program instead. */
export function checkFolder({
  directory,
  working_folder,
}: Pick<LoadableRevision, 'directory' | 'working_folder'>): void {
  if (existsSync(directory)) return
  throw new Error(
    working_folder
      ? 'The folder that it is worked in is gone.'
      : 'The folder of its build is gone. Redeploy the revision, and it is built again.',
  )
}

/** What a reason is told as, so that more can be said after it. */
export function asSentence(reason: string): string {
  const text = reason.trim()
  return /[.!?]$/.test(text) ? text : `${text}.`
}
