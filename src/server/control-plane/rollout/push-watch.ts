import os from 'node:os'
import type { Database } from '../../db/database.ts'
import { gitEnvironment } from './build-environment.ts'
import { RolloutStopped } from './rollout-failure.ts'
import { runCommand } from './run-command.ts'

const timeLimitMs = 60_000

interface WatchedRow {
  id: string
  address: string
  ref: string | null
  commit: string
}

/**
 * `build_on_push`: asks the repository of each such deployment now and then where its branch
 * points, and starts a revision when that is another commit than was last built of it. A
 * repository that cannot be reached is asked again the next time.
 */
export class PushWatch {
  private readonly deps: {
    database: Database
    folders: { packageCache: string }
    /** How often to ask. */
    pushPollMs: number
    rebuild: (deploymentId: string) => Promise<void>
    report: (error: Error) => void
  }
  private readonly stopping = new AbortController()
  private timer: NodeJS.Timeout | undefined
  private looking: Promise<void> = Promise.resolve()

  constructor(deps: PushWatch['deps']) {
    this.deps = deps
  }

  start(): void {
    if (this.stopping.signal.aborted) return
    this.timer = setTimeout(() => {
      this.looking = this.look()
        .catch((error: Error) => {
          if (!(error instanceof RolloutStopped)) this.deps.report(error)
        })
        .finally(() => this.start())
    }, this.deps.pushPollMs)
  }

  async stop(): Promise<void> {
    this.stopping.abort()
    clearTimeout(this.timer)
    await this.looking
  }

  private async look(): Promise<void> {
    // A redeploy puts an old commit back on purpose: what counts is what was last built of the ref.
    const watched = await this.deps.database.query<WatchedRow>(
      `select d.id, d.source_config ->> 'repo_url' as address,
         r.source_revision_config ->> 'repo_ref' as ref, built.commit
       from deployments d join revisions r on r.id = d.latest_revision_id
       cross join lateral (
         select b.source_revision_config ->> 'repo_commit_sha' as commit from revisions b
         where b.deployment_id = d.id and b.redeploy_of is null
           and b.source_revision_config ->> 'repo_commit_sha' is not null
           and b.source_revision_config ->> 'repo_ref' = r.source_revision_config ->> 'repo_ref'
         order by b.number desc limit 1
       ) built
       where (d.source_config ->> 'build_on_push')::boolean and d.status <> 'AWAITING_DELETE'
         and r.source_revision_config ->> 'repo_commit_sha' is not null
         and r.status in ('DEPLOYED', 'CREATE_FAILED', 'BUILD_FAILED', 'DEPLOY_FAILED', 'INTERRUPTED')`,
    )
    for (const deployment of watched) {
      const commit = await this.commitOf(deployment)
      if (commit && commit !== deployment.commit) await this.deps.rebuild(deployment.id)
    }
  }

  private async commitOf({ address, ref }: WatchedRow): Promise<string | null> {
    const name = ref?.startsWith('refs/') ? ref : `refs/heads/${ref}`
    const end = await runCommand('git', ['ls-remote', '--', address, name], {
      cwd: os.tmpdir(),
      env: gitEnvironment(this.deps.folders.packageCache),
      timeLimitMs,
      signal: this.stopping.signal,
    })
    return end.isOk ? (/^([0-9a-f]{40,64})\t/.exec(end.stdout)?.[1] ?? null) : null
  }
}
