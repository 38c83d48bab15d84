import type { LoadableRevision } from '../../cluster/agent-host.ts'
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

/** For who wrote the project. */
export function notLoadedWithin(limitMs: number): Error {
  const seconds = Math.round(limitMs / 1000)
  return new Error(
    `The graphs were not loaded within ${seconds} s. Look for code that waits at the top of a module.`,
  )
}
