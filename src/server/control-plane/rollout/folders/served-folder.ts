import { isSettled } from '../../../../contract/control-plane/revisions.ts'
import type { Database } from '../../../db/database.ts'
import type { ImportedLibrary } from '../../../executor/protocol/project-requests.ts'
import { findRevision } from '../../revisions/revision-store.ts'
import type { WorkingFolderTools } from '../roll-out.ts'
import type { Rollouts } from '../rollouts.ts'
import { addFolderRevision, type FolderOrder, listOlderUnsettled } from './folder-revisions.ts'

/** What became of a reload. */
export type FolderOutcome =
  | { outcome: 'live'; deployment_id: string; revision_id: string }
  | { outcome: 'failed'; deployment_id: string; revision_id: string; reason: string }
  /** A newer one took its place. */
  | { outcome: 'superseded' }

interface FolderDeps {
  database: Database
  rollouts: Rollouts
  working: WorkingFolderTools
  now: () => Date
}

/**
 * A working folder as a deployment. Each reload is a revision with a rollout as any other, which reads the folder
 * where others clone and build; a newer one ends an older one that is under way.
 */
export class ServedFolder {
  readonly #deps: FolderDeps
  readonly #order: FolderOrder
  #begun: { deployment_id: string; id: string } | null = null
  #endWaiting: () => void = () => {}

  constructor(deps: FolderDeps, order: FolderOrder) {
    this.#deps = deps
    this.#order = order
  }

  /** Records what is loaded first. Answers the deployment's id; throws an HttpError when the name is taken. */
  async begin(): Promise<string> {
    const { database, now } = this.#deps
    this.#begun = await addFolderRevision(database, this.#order, now())
    return this.#begun.deployment_id
  }

  /**
   * Loads what is in the folder now, and sends new runs there; `libraries` are those that its files import.
   * Throws an HttpError when the name is taken.
   */
  async reload(libraries: readonly ImportedLibrary[]): Promise<FolderOutcome> {
    const { database, rollouts, working, now } = this.#deps
    working.libraries = libraries
    const begun = this.#begun
    this.#begun = null
    const { deployment_id, id } = begun ?? (await addFolderRevision(database, this.#order, now()))
    this.#endWaiting()
    const ended = this.#endOf(id)
    // Of a save in the meantime this is the older one.
    for (const older of await listOlderUnsettled(database, { deployment_id, id })) {
      await rollouts.interrupt(
        older,
        'The folder has changed meanwhile: a newer revision takes its place.',
      )
    }
    rollouts.wake()
    await ended
    const revision = await findRevision(database, deployment_id, id)
    if (!revision || !isSettled(revision)) return { outcome: 'superseded' }
    const { status, status_reason } = revision
    if (status === 'DEPLOYED') return { outcome: 'live', deployment_id, revision_id: id }
    if (!status.endsWith('_FAILED')) return { outcome: 'superseded' }
    return { outcome: 'failed', deployment_id, revision_id: id, reason: status_reason ?? status }
  }

  /** Resolves when the rollout of the revision has ended here, or another one is waited for. */
  #endOf(revisionId: string): Promise<void> {
    const { taskEnds } = this.#deps.rollouts
    return new Promise((resolve) => {
      const finish = () => {
        taskEnds.delete(onEnd)
        resolve()
      }
      const onEnd = (ended: string | null) => {
        if (ended === revisionId) finish()
      }
      taskEnds.add(onEnd)
      this.#endWaiting = finish
    })
  }
}
