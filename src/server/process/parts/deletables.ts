import { call } from '../../../client/api.ts'
import { ApiError } from '../../../client/api-error.ts'
import { deleteThread, getThread } from '../../../contract/agent-server/threads.ts'
import type { DeletionKind } from '../../../contract/gateway/deletions.ts'
import type { Database } from '../../db/database.ts'
import type { Deletable, Thing } from '../../deletions/deletable.ts'
import { findEmbed, removeEmbed } from '../../embeds/embed-store.ts'
import { HttpError } from '../../http/http-error.ts'
import { foundSession } from '../../qa/found-session.ts'
import { deleteSession, refuseRunning } from '../../qa/sessions/delete-session.ts'
import { findSuite, removeSuite } from '../../qa/suites/suite-store.ts'
import type { Upstreams } from '../../upstreams.ts'

/** What can be deleted with a grace, each as by its own endpoint. */
export function deletables(
  database: Database,
  upstreams: Pick<Upstreams, 'agent'>,
): Record<DeletionKind, Deletable> {
  return {
    thread: {
      check: (thing) => ofThread(thing, getThread),
      remove: (thing) => ofThread(thing, deleteThread),
    },
    suite: {
      async check({ subject_id }) {
        if (!(await findSuite(database, subject_id))) throw missing('suite')
      },
      async remove({ subject_id }) {
        const isGone = await database.transaction((tx) => removeSuite(tx, subject_id))
        if (!isGone) throw missing('suite')
      },
    },
    session: {
      check: async ({ subject_id }) => refuseRunning(await foundSession(database, subject_id)),
      remove: ({ subject_id }) => deleteSession(database, subject_id),
    },
    embed: {
      async check({ subject_id }) {
        if (!(await findEmbed(database, { id: subject_id }))) throw missing('embed')
      },
      async remove({ subject_id }) {
        if (!(await removeEmbed(database, subject_id))) throw missing('embed')
      },
    },
  }

  async function ofThread(
    { connection_id, deployment_id, subject_id }: Thing,
    endpoint: typeof getThread | typeof deleteThread,
  ): Promise<void> {
    const agent = await upstreams.agent(connection_id ?? '', deployment_id ?? '', 'operator')
    try {
      await call(agent, endpoint, { params: { thread_id: subject_id } })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.status === 404) throw missing('thread')
      const isRefused = error.status >= 400 && error.status < 500
      throw new HttpError(isRefused ? 409 : 502, error.message)
    }
  }
}

function missing(noun: string): HttpError {
  return new HttpError(404, `There is no such ${noun}.`)
}
