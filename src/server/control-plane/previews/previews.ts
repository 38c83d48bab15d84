import type { Preview } from '../../../contract/control-plane/previews.ts'
import { RepeatedWork } from '../../cluster/repeated-work.ts'
import { HttpError } from '../../http/http-error.ts'
import { findDeployment, findDeploymentNamed } from '../deployments/deployment-store.ts'
import { found } from '../deployments/find-deployment.ts'
import { type Build, listSameBuilds } from '../revisions/build-store.ts'
import { findRevision, type RevisionRow } from '../revisions/revision-store.ts'
import { unknownRevision } from '../revisions/unknown-revision.ts'
import { nameOf } from '../rollout/build/build-folders.ts'
import { buildFor, loadRevision } from '../rollout/load-revision.ts'
import type { RolloutTools } from '../rollout/roll-out.ts'
import { RolloutFailure } from '../rollout-failure.ts'
import {
  findPreview,
  findPreviewNamed,
  keepPreview,
  listPreviewRows,
  type PreviewRow,
  previewName,
} from './preview-store.ts'

const lookEveryMs = 30_000

type Runnable = RevisionRow & { build: Build }

/** A preview that this process runs. */
interface Open {
  row: PreviewRow
  /** The folder of its build, which may not be cleaned away meanwhile. */
  folder: string
  /** Resolves once it can take runs. */
  ready: Promise<void>
  isReady: boolean
  startedAt: Date
  usedAt: Date
  /** While it is being ended: whether it was. */
  resting: Promise<boolean> | null
}

/**
 * Kept builds that run beside what serves. Each is a deployment of its own to the agent server, named
 * `{name}@{revision_id}`; its process is started when something is asked of it and ended after it was idle for a while.
 */
export class Previews {
  readonly #tools: RolloutTools & { previewIdleMs: number }
  /** By preview id. */
  readonly #open = new Map<string, Open>()
  readonly #stopping = new AbortController()
  readonly #looking: RepeatedWork

  constructor(tools: RolloutTools & { previewIdleMs: number }) {
    this.#tools = tools
    this.#looking = new RepeatedWork({
      pauseMs: Math.min(lookEveryMs, tools.previewIdleMs),
      work: () => this.#endIdle(),
      report: tools.report,
    })
  }

  start(): void {
    this.#looking.start()
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#looking.stop()
    await Promise.allSettled([...this.#open.values()].map(({ ready }) => ready))
  }

  /** Starts it if it rests. Throws 404, 409 where there is no build, 422 where it cannot be loaded. */
  async open(deploymentId: string, revisionId: string): Promise<Preview> {
    const { database, now } = this.#tools
    found(await findDeployment(database, deploymentId), deploymentId)
    await this.#runnable(deploymentId, revisionId)
    const row = await keepPreview(
      database,
      { deployment_id: deploymentId, revision_id: revisionId },
      now(),
    )
    await this.#started(row)
    return this.#present(row)
  }

  /**
   * Something is asked of `{name}@{revision_id}`: it is started if it rests. Does nothing for another name, and for a preview that nobody
   * has opened before, whose address is unknown; throws as `open`.
   */
  async use(address: string): Promise<void> {
    const [, name = '', revisionId = ''] = /^([^@]+)@([0-9a-f-]{36})$/.exec(address) ?? []
    if (revisionId === '') return
    const known = [...this.#open.values()].find(({ row }) => previewName(row) === address)
    if (known) return this.#used(known)
    const { database } = this.#tools
    const row = await findPreviewNamed(database, name, revisionId)
    if (row) return this.#started(row)
    // Its first use, by whoever knows the address.
    const deployment = await findDeploymentNamed(database, name)
    if (deployment) await this.open(deployment.id, revisionId)
  }

  /** A schedule of it is due: it is started if it rests. Does nothing for an id of none; throws as `open`. */
  async wake(previewId: string): Promise<void> {
    const row = await findPreview(this.#tools.database, previewId)
    if (row) await this.#started(row)
  }

  async list(deploymentId: string): Promise<Preview[]> {
    const { database } = this.#tools
    found(await findDeployment(database, deploymentId), deploymentId)
    return (await listPreviewRows(database, deploymentId)).map((row) => this.#present(row))
  }

  /** Throws 409 while it has a run at work. Its threads stay. */
  async end(deploymentId: string, revisionId: string): Promise<void> {
    const rows = await listPreviewRows(this.#tools.database, deploymentId)
    const row = rows.find((one) => one.revision_id === revisionId)
    if (!row) throw new HttpError(404, 'This revision has no preview.')
    if (await this.#rest(row.preview_id)) return
    throw new HttpError(409, 'The preview has a run at work. Cancel it or wait for its end.')
  }

  /** Takes all of a deployment out of service, with their threads. */
  async remove(deploymentId: string): Promise<void> {
    const { database, host } = this.#tools
    for (const { preview_id } of await listPreviewRows(database, deploymentId)) {
      await host.remove(preview_id)
      this.#letGo(preview_id)
    }
  }

  #present(row: PreviewRow): Preview {
    const open = this.#open.get(row.preview_id)
    const endsMs = open && open.usedAt.getTime() + this.#tools.previewIdleMs
    return {
      preview_id: row.preview_id,
      deployment_id: row.deployment_id,
      revision_id: row.revision_id,
      name: previewName(row),
      state: !open ? 'resting' : open.isReady ? 'running' : 'starting',
      started_at: open?.startedAt.toISOString() ?? null,
      used_at: open?.usedAt.toISOString() ?? null,
      ends_at: endsMs === undefined ? null : new Date(endsMs).toISOString(),
    }
  }

  /** One that is just being ended is started again. */
  async #used(open: Open): Promise<void> {
    open.usedAt = this.#tools.now()
    const hasEnded = await open.resting?.catch(() => false)
    return hasEnded ? this.#started(open.row) : open.ready
  }

  async #started(row: PreviewRow): Promise<void> {
    const known = this.#open.get(row.preview_id)
    if (known) return this.#used(known)
    const { builds, now, cluster } = this.#tools
    const revision = await this.#runnable(row.deployment_id, row.revision_id)
    // Whoever asked meanwhile may have begun it.
    const begun = this.#open.get(row.preview_id)
    if (begun) return this.#used(begun)
    const folder = nameOf(revision.build)
    builds.hold(folder)
    const at = now()
    const ready = this.#load(row, revision)
    const open = { row, folder, ready, isReady: false, startedAt: at, usedAt: at, resting: null }
    this.#open.set(row.preview_id, open)
    try {
      await ready
      open.isReady = true
      // However long the start took: it is idle from now on.
      open.usedAt = now()
    } catch (error) {
      this.#letGo(row.preview_id)
      throw error
    } finally {
      cluster.changed('control-plane', row.deployment_id)
    }
  }

  /**
   * A revision with the build that it runs by: its own or, where that was given up, a kept one of the same source.
   * Throws 404, and 409 where there is none or it runs elsewhere.
   */
  async #runnable(deploymentId: string, revisionId: string): Promise<Runnable> {
    const { database, builds, secretBox } = this.#tools
    const revision = await findRevision(database, deploymentId, revisionId)
    if (!revision) throw unknownRevision(revisionId)
    const { source, status, build } = revision
    if (source === 'external_docker') {
      throw new HttpError(409, 'This deployment runs elsewhere: only what serves can be reached.')
    }
    if (status !== 'DEPLOYED') throw noBuild()
    if (build) return { ...revision, build }
    for (const same of await listSameBuilds(database, revisionId)) {
      const kept = (await builds.has(same.build)) && buildFor(secretBox, revisionId, same)
      if (kept) return { ...revision, build: kept }
    }
    throw noBuild()
  }

  async #load(row: PreviewRow, revision: Runnable): Promise<void> {
    const { database, host, builds, logs, report } = this.#tools
    const id = row.preview_id
    if (!(await builds.has(revision.build))) throw noBuild()
    const deployment = found(await findDeployment(database, row.deployment_id), row.deployment_id)
    const { deployment_id, revision_id } = row
    await host.register({ id, name: previewName(row), preview_of: { deployment_id, revision_id } })
    try {
      await loadRevision(this.#tools, deployment, revision, this.#stopping.signal, id)
      await host.activate(id, revision.id).catch(async (error: Error) => {
        await host.discard(id, revision.id).catch(report)
        throw error
      })
    } catch (error) {
      if (error instanceof RolloutFailure) throw new HttpError(422, error.message)
      throw error
    }
    logs.of(revision.id, (text) => text).deploy('Running as a preview, without traffic.')
  }

  /** Answers false, and leaves it, while it has a run at work. */
  async #rest(previewId: string): Promise<boolean> {
    const open = this.#open.get(previewId)
    if (!open) return true
    open.resting ??= this.#end(open).finally(() => {
      open.resting = null
    })
    return open.resting
  }

  async #end({ row, ready }: Open): Promise<boolean> {
    await ready.catch(() => undefined)
    const { host, logs, cluster } = this.#tools
    if (!(await host.rest(row.preview_id))) return false
    this.#letGo(row.preview_id)
    logs.of(row.revision_id, (text) => text).deploy('The preview rests.')
    cluster.changed('control-plane', row.deployment_id)
    return true
  }

  #letGo(previewId: string): void {
    const open = this.#open.get(previewId)
    if (!open) return
    this.#open.delete(previewId)
    this.#tools.builds.release(open.folder)
  }

  async #endIdle(): Promise<void> {
    const since = this.#tools.now().getTime() - this.#tools.previewIdleMs
    for (const [id, { usedAt, isReady }] of this.#open) {
      if (isReady && usedAt.getTime() <= since) await this.#rest(id)
    }
  }
}

function noBuild(): HttpError {
  return new HttpError(
    409,
    'There is no build of this revision that could run: it never came so far, or its build was given up. Redeploy it.',
  )
}
