import os from 'node:os'
import type { Database } from '../../db/database.ts'
import type { SecretBox } from '../../secrets/secret-box.ts'
import { gitEnvironment } from '../commands/build-environment.ts'
import { GitRouteRefusal, gitRoute } from '../commands/git-route.ts'
import { runCommand } from '../commands/run-command.ts'
import { listPushWatched, type PushWatchedRow } from '../deployments/deployment-store.ts'
import { type LocalRepositories, realLocalProblem } from '../deployments/local-repositories.ts'
import { openRepoToken } from '../deployments/secrets.ts'
import { RolloutStopped } from '../rollout-failure.ts'

const timeLimitMs = 60_000

interface PushWatchDeps {
  database: Database
  secretBox: SecretBox
  localRepositories: LocalRepositories
  folders: { packageCache: string }
  /** The ref of the deployment has moved since this was its latest revision. */
  rebuild: (deploymentId: string, latestRevisionId: string) => Promise<void>
  report: (error: Error) => void
}

/**
 * `build_on_push`: asks the repository of each such deployment where its branch
 * points, and starts a revision when that is another commit than was last built of it. A
 * repository that cannot be reached is asked again the next time.
 */
export class PushWatch {
  readonly #deps: PushWatchDeps
  /** The commit that a revision was last started for, by deployment. */
  readonly #tried = new Map<string, string>()

  constructor(deps: PushWatchDeps) {
    this.#deps = deps
  }

  /** Asks all of them once. */
  async poll(signal: AbortSignal): Promise<void> {
    for (const deployment of await listPushWatched(this.#deps.database)) {
      await this.#pollOne(deployment, signal).catch((error: Error) => {
        if (error instanceof RolloutStopped) throw error
        this.#deps.report(error)
      })
    }
  }

  async #pollOne(deployment: PushWatchedRow, signal: AbortSignal): Promise<void> {
    const commit = await this.#commitOf(deployment, signal)
    if (!commit || commit === deployment.commit) return
    // One that could not even be cloned is not tried again and again.
    if (this.#tried.get(deployment.id) === commit) return
    this.#tried.set(deployment.id, commit)
    await this.#deps.rebuild(deployment.id, deployment.latest_revision_id)
  }

  async #commitOf(watched: PushWatchedRow, signal: AbortSignal): Promise<string | null> {
    const { address, ref } = watched
    if (await realLocalProblem(address, this.#deps.localRepositories)) return null
    const token = openRepoToken(this.#deps.secretBox, watched)
    const name = ref?.startsWith('refs/') ? ref : `refs/heads/${ref}`
    const env = gitEnvironment(this.#deps.folders.packageCache, token ? { address, token } : null)
    const route = await gitRoute(address, { env, signal }).catch((error: unknown) => {
      // The next rollout says so; asking goes on, since names change.
      if (error instanceof GitRouteRefusal) return null
      throw error
    })
    if (!route) return null
    const args = [...route.options, 'ls-remote', '--', route.address, name]
    const end = await runCommand('git', args, { cwd: os.tmpdir(), env, timeLimitMs, signal })
    return end.isOk ? (/^([0-9a-f]{40,64})\t/.exec(end.stdout)?.[1] ?? null) : null
  }
}
