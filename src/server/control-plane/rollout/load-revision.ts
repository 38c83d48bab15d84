import { resourceLimits } from '../../../contract/control-plane/resource-spec.ts'
import type { LogLevel } from '../../../contract/control-plane/revisions.ts'
import { graphDefaultsIn, originsIn } from '../../../contract/control-plane/variable-values.ts'
import type { AgentHost } from '../../cluster/agent-host.ts'
import type { ProjectHttp } from '../../cluster/project-http.ts'
import type { ImportedLibrary } from '../../executor/protocol/project-requests.ts'
import type { SecretBox } from '../../secrets/secret-box.ts'
import { inWords } from '../commands/in-words.ts'
import type { DeploymentRow } from '../deployments/deployment-store.ts'
import { openSecrets, redactor } from '../deployments/secrets.ts'
import type { Build } from '../revisions/build-store.ts'
import type { RevisionRow } from '../revisions/revision-store.ts'
import { RolloutFailure, RolloutStopped } from '../rollout-failure.ts'
import { type BuildFolders, nameOf } from './build/build-folders.ts'
import { findNode, nodesInWords } from './build/find-node.ts'
import { renewLinks } from './build/link-library.ts'
import { moduleFiles } from './read-config.ts'
import type { RolloutLimits } from './rollout-limits.ts'
import type { RolloutLogs } from './rollout-log.ts'
import { keptTypes, type StateTypes } from './state-types/state-types.ts'

/** Where what is loaded is. Paths are absolute. */
export interface LoadablePlace {
  directory: string
  python: string | null
  /** The Node that it is run by; null for the server's own. */
  node: string | null
  /** Of a folder that is worked in, and the libraries that the next revision of it will want. */
  working_folder?: { paths: string[]; stamp: string; libraries: readonly ImportedLibrary[] }
  /** Where what its graphs' types say is kept. */
  types_file: string
  /** Where the bundles of its components are kept, if it has any. */
  components_file: string
}

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

/** The build of another revision, for this one; null when its environment was sealed with another key. */
export function buildFor(
  box: SecretBox,
  revisionId: string,
  of: { id: string; build: Build },
): Build | null {
  const env = openEnv(box, of.id, of.build.sealed_env)
  return env && { ...of.build, sealed_env: sealEnv(box, revisionId, env) }
}

export function envContext(revisionId: string): string {
  return `revision ${revisionId} env`
}

/**
 * Starts the code of a built revision and loads its graphs; what it prints goes to the revision's
 * deploy log without its secrets. `servedAs` is the deployment that the agent server knows it by, `place` where it is
 * when it is no build. Throws a RolloutFailure (DEPLOY_FAILED) with the project's own words when it cannot be loaded, RolloutStopped when the signal aborted. In both cases nothing of
 * it is left running.
 */
export async function loadRevision(
  tools: {
    secretBox: SecretBox
    host: AgentHost
    logs: RolloutLogs
    builds: BuildFolders
    types: StateTypes
    limits: RolloutLimits
    report: (error: Error) => void
    /** Is told what code prints, beside the log. */
    onOutput?: ((level: LogLevel, message: string, runId?: string) => void) | undefined
  },
  deployment: DeploymentRow,
  revision: RevisionRow,
  signal: AbortSignal,
  servedAs = deployment.id,
  place?: LoadablePlace,
): Promise<{ graphs: string[] }> {
  const { host, secretBox } = tools
  const { build } = revision
  if (!build) throw new Error(`Revision ${revision.id} has no build.`)
  const { own, secrets } = readEnvironment(secretBox, revision, build.sealed_env)
  const redact = redactor([...Object.values(secrets), ...secretOf(own)])
  const log = tools.logs.of(revision.id, redact)
  const placed = tools.builds.placeOf(build)
  log.deploy('Starting the executor.')
  const { loadMs } = tools.limits
  const limit = AbortSignal.timeout(loadMs + graceMs)
  const { directory, python, node, working_folder, types_file, components_file } = place ?? {
    directory: placed.configFolder,
    python: tools.builds.pythonOf(build),
    node: await nodeOf(build, signal),
    types_file: tools.builds.typesOf(build),
    components_file: tools.builds.componentsOf(build),
  }
  const env = { ...own, ...secrets }
  const graph_defaults = graphDefaultsIn(env.LANGGRAPH_CONFIG) ?? {}
  const limits = resourceLimits(deployment.source_config.resource_spec)
  try {
    if (!place && !python)
      await renewLinks(placed.root, moduleFiles({ ...build, folder: directory }))
    const loaded = await Promise.race([
      host.load({
        deployment_id: servedAs,
        revision_id: revision.id,
        directory,
        ...(working_folder ? {} : { build: { root: placed.root, deployment_id: deployment.id } }),
        graphs: build.graphs,
        ...(build.auth ? { auth: build.auth } : {}),
        ...httpRules(build.http, env),
        ...(build.webhooks ? { webhooks: build.webhooks } : {}),
        ...(build.retention ? { retention: build.retention } : {}),
        ...(build.descriptions ? { descriptions: build.descriptions } : {}),
        ...(build.ui ? { components_file } : {}),
        graph_defaults,
        python,
        node,
        env,
        redact,
        limits,
        load_timeout_ms: loadMs,
        ...(working_folder ? { working_folder } : {}),
        ...(python ? {} : { types: () => keptTypes(types_file) }),
        onLog: (level, message, runId, dropped) => {
          log.agent(message, level, { runId, dropped })
          tools.onOutput?.(level, redact(message), runId)
        },
      }),
      aborted(AbortSignal.any([signal, limit])),
    ])
    for (const id of Object.keys(graph_defaults).filter((id) => !loaded.graphs.includes(id))) {
      log.deploy(`LANGGRAPH_CONFIG is for the graph “${id}” too, which there is not.`, 'WARNING')
    }
    if (python) return loaded
    if (!working_folder) tools.builds.hold(nameOf(build))
    tools.types.want({
      file: types_file,
      served: { deployment_id: servedAs, revision_id: revision.id },
      directory,
      graphs: build.graphs,
      project: working_folder
        ? null
        : { deploymentId: deployment.id, root: placed.root, python: null },
      library: env.QUARTERDECK_LIBRARY ?? null,
      log,
      ...(working_folder ? {} : { onDone: () => tools.builds.release(nameOf(build)) }),
    })
    return loaded
  } catch (error) {
    await host.discard(servedAs, revision.id).catch(tools.report)
    if (signal.aborted) throw new RolloutStopped()
    const reason = limit.aborted
      ? `The graphs were not loaded within ${inWords(loadMs)}. Look for code that waits at the top of a module.`
      : redact((error as Error).message)
    throw new RolloutFailure('DEPLOY_FAILED', reason, { cause: error })
  } finally {
    if (working_folder) {
      const { stamp, libraries } = working_folder
      host.prepare({
        ...{ deployment_id: servedAs, directory, python, node, env, limits, stamp, libraries },
      })
    }
  }
}

/** What a project says about its addresses, and `CORS_ALLOW_ORIGINS` where it does not say who may call. */
function httpRules(http: ProjectHttp | undefined, env: Record<string, string>) {
  const allow_origins = originsIn(env.CORS_ALLOW_ORIGINS)
  if (!allow_origins || http?.cors) return http ? { http } : {}
  const rest = http ?? { are_custom_routes_open: false, closed: [] }
  return { http: { ...rest, cors: { allow_origins } } }
}

/** The Node that a build was made with, as this server has it now; null for the server's own. */
async function nodeOf({ node_major }: Build, signal: AbortSignal): Promise<string | null> {
  if (!node_major) return null
  const node = await findNode(node_major, signal)
  if (node) return node.file
  throw new RolloutFailure(
    'DEPLOY_FAILED',
    `The project is run by Node ${node_major} (node_version), and this server has ${await nodesInWords(signal)}. Install Node ${node_major} there, or ask for another and start a new revision.`,
  )
}

/** Of the variables that stand in the project itself those that are secret by their names. */
function secretOf(env: Record<string, string>): string[] {
  return Object.entries(env).flatMap(([name, value]) =>
    /KEY|TOKEN|SECRET|PASSWORD|CREDENTIAL/i.test(name) ? [value] : [],
  )
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
      "The environment of this build cannot be decrypted with this server's key. Start a new revision to build anew, or start the server with the key that it was built with.",
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
