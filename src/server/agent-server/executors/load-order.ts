import type { LoadableRevision } from '../../cluster/agent-host.ts'
import type { InputRules } from '../../executor/protocol/input-calls.ts'
import type { Call } from '../../executor/protocol/messages.ts'
import type { OwnServer } from '../../executor/protocol/project-requests.ts'

/** What a process is told first: the graphs of its revision, and what else of the project it serves. */
export function loadOrderOf(
  revision: LoadableRevision,
  own_server: OwnServer,
): Extract<Call, { call: 'load' }> {
  const { directory, graphs, auth, http, working_folder } = revision
  return {
    call: 'load',
    directory,
    graphs,
    own_server,
    ...(auth ? { auth: auth.path } : {}),
    ...(http?.app ? { app: http.app } : {}),
    ...(working_folder ? { paths: working_folder.paths, is_edited: true } : {}),
  }
}

/** What a process tells of the project that it has loaded. */
export interface LoadedProject {
  /** What its graphs refuse of their inputs before the first step. */
  inputs: InputRules
  /** The first parts of the agent server's addresses at which its app has a word, `*` for all. */
  appReach: readonly string[]
}

/** `ask` has the process answer a call. */
export async function askWhatIsLoaded(
  { http }: Pick<LoadableRevision, 'http'>,
  ask: (call: Call) => Promise<string>,
): Promise<LoadedProject> {
  const inputs = JSON.parse(await ask({ call: 'inputs' })) as InputRules
  const appReach = http?.app ? (JSON.parse(await ask({ call: 'app-reach' })) as string[]) : []
  return { inputs, appReach }
}

/** For who wrote the project. */
export function notLoadedWithin(limitMs: number): Error {
  const seconds = Math.round(limitMs / 1000)
  return new Error(
    `The graphs were not loaded within ${seconds} s. Look for code that waits at the top of a module.`,
  )
}
