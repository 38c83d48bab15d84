import { resourceLimits } from '../../../contract/control-plane/resource-spec.ts'
import type { AgentHost } from '../../cluster/agent-host.ts'
import type { SecretBox } from '../../secrets/secret-box.ts'
import type { DeploymentRow } from '../deployments/deployment-store.ts'
import { openSecrets, redactor } from '../deployments/secrets.ts'
import type { RevisionRow } from '../revisions/revision-store.ts'
import type { BuildFolders } from './build-folders.ts'
import { RolloutFailure, RolloutStopped } from './rollout-failure.ts'
import { inWords, type RolloutLimits } from './rollout-limits.ts'
import type { RolloutLogs } from './rollout-log.ts'

/** The agent server ends a load itself and says more; this is for one that does not come back. */
const graceMs = 30_000

/** The environment of a langgraph.json, for the database. */
export function sealEnv(box: SecretBox, revisionId: string, env: Record<string, string>): string {
  return box.seal(JSON.stringify(env), envContext(revisionId))
}

/** The environment that `sealEnv` sealed for a revision, or null when this server's key is another. */
export function openEnv(
  box: SecretBox,
  revisionId: string,
  sealed: string,
): Record<string, string> | null {
  try {
    return JSON.parse(box.open(sealed, envContext(revisionId)))
  } catch {
    return null
  }
}

export function envContext(revisionId: string): string {
  return `revision ${revisionId} env`
}

/**
 * Starts the code of a built revision and loads its graphs; what it prints goes to the revision's
 * deploy log without its secrets. `servedAs` is the deployment that the agent server knows it by. Throws a RolloutFailure (DEPLOY_FAILED) with the project's own
 * words when it cannot be loaded, RolloutStopped when the signal aborted. In both cases nothing of
 * it is left running.
 */
export async function loadRevision(
  tools: {
    secretBox: SecretBox
    host: AgentHost
    logs: RolloutLogs
    builds: BuildFolders
    limits: RolloutLimits
    report: (error: Error) => void
  },
  deployment: DeploymentRow,
  revision: RevisionRow,
  signal: AbortSignal,
  servedAs = deployment.id,
): Promise<{ graphs: string[] }> {
  const { host, secretBox } = tools
  const { build } = revision
  if (!build) throw new Error(`Revision ${revision.id} has no build.`)
  const { own, secrets } = readEnvironment(secretBox, revision, build.sealed_env)
  const redact = redactor(Object.values(secrets))
  const log = tools.logs.of(revision.id, redact)
  log.deploy('Starting the executor.')
  const { loadMs } = tools.limits
  const limit = AbortSignal.timeout(loadMs + graceMs)
  try {
    return await Promise.race([
      host.load({
        deployment_id: servedAs,
        revision_id: revision.id,
        directory: tools.builds.placeOf(build).configFolder,
        graphs: build.graphs,
        python: tools.builds.pythonOf(build),
        env: { ...own, ...secrets },
        limits: resourceLimits(deployment.source_config.resource_spec),
        load_timeout_ms: loadMs,
        onLog: (level, message, runId) => log.deploy(message, level, runId),
      }),
      aborted(AbortSignal.any([signal, limit])),
    ])
  } catch (error) {
    await host.discard(servedAs, revision.id).catch(tools.report)
    if (signal.aborted) throw new RolloutStopped()
    const reason = limit.aborted
      ? `The graphs were not loaded within ${inWords(loadMs)}. Look for code that waits at the top of a module.`
      : redact((error as Error).message)
    throw new RolloutFailure('DEPLOY_FAILED', reason, { cause: error })
  }
}

function readEnvironment(
  box: SecretBox,
  revision: RevisionRow,
  sealedEnv: string,
): { own: Record<string, string>; secrets: Record<string, string> } {
  const own = openEnv(box, revision.id, sealedEnv)
  if (!own) {
    throw new RolloutFailure(
      'DEPLOY_FAILED',
      "The environment of this build cannot be decrypted with this server's key. Save the ref again to build anew, or start the server with the key that it was built with.",
    )
  }
  try {
    return { own, secrets: openSecrets(box, revision.deployment_id, revision.secrets) }
  } catch (error) {
    throw new RolloutFailure('DEPLOY_FAILED', (error as Error).message, { cause: error })
  }
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const onAbort = () => reject(new Error('aborted'))
    if (signal.aborted) onAbort()
    else signal.addEventListener('abort', onAbort, { once: true })
  })
}
