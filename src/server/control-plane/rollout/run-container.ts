import { type AddressInfo, createServer } from 'node:net'
import os from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { resourceLimits } from '../../../contract/control-plane/resource-spec.ts'
import { machineEnvironment } from '../../machine-environment.ts'
import { buildEnvironment } from '../commands/build-environment.ts'
import { findProgram } from '../commands/find-program.ts'
import { inWords } from '../commands/in-words.ts'
import { runCommand } from '../commands/run-command.ts'
import { askHealth } from '../deployments/external-health.ts'
import type { Service } from '../revisions/revision-store.ts'
import { RolloutFailure } from '../rollout-failure.ts'
import type { RolloutLimits } from './rollout-limits.ts'
import type { RevisionLog } from './rollout-log.ts'

/** The port that published images of agent servers listen on. */
const innerPort = 8000
const stopSeconds = 30
const askAgainMs = 1_000
/** A container that ended so often does not get better by waiting. */
const mostRestarts = 2
const deploymentLabel = 'quarterdeck.deployment'

/** What the container engine is called for. */
interface EngineOrder {
  deploymentId: string
  revisionId: string
  packageCache: string
  secrets: Record<string, string>
  signal: AbortSignal
}

/** A container to run, or to remove. */
export interface ContainerOrder extends EngineOrder {
  resourceSpec: Record<string, unknown> | null | undefined
  limits: RolloutLimits
  now: () => Date
  log: RevisionLog
}

/**
 * Runs an image by Docker or Podman, reachable from this machine only, and resolves when its server
 * answers. Throws a RolloutFailure (DEPLOY_FAILED) that says what is missing or what went wrong; no
 * container is left then.
 */
export async function runContainer(order: ContainerOrder, image: string): Promise<Service> {
  const { log, limits } = order
  const engine = await findEngine(order)
  const name = containerName(order.revisionId)
  log.deploy(`Pulling ${image} with ${engine}.`)
  const pulled = await run(order, engine, ['pull', '--quiet', '--', image], limits.installMs)
  const isHere = pulled.isOk || (await run(order, engine, ['image', 'inspect', '--', image])).isOk
  if (!isHere) throw failure(`${image} cannot be pulled: ${lastLine(pulled.stderr, pulled.how)}`)
  // What a rollout that was cut off may have left.
  await run(order, engine, ['rm', '--force', '--', name])
  // One that the engine chooses may be another after each restart of the container.
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const started = await run(order, engine, [...runArguments(order, name, port), '--', image])
  try {
    if (!started.isOk) throw failure(`it cannot be run: ${lastLine(started.stderr, started.how)}`)
    await answers(order, { engine, name, url })
    return { url, container: name }
  } catch (error) {
    const printed = await run(order, engine, ['logs', '--tail', '50', name]).catch(() => null)
    for (const line of `${printed?.stdout ?? ''}\n${printed?.stderr ?? ''}`.split('\n')) {
      if (line.trim() !== '') log.deploy(line)
    }
    await end(order, engine, ['rm', '--force', '--', name])
    throw error
  }
}

/** Removes the container of that name, or when null all of the deployment but the revision's own. */
export async function removeContainers(order: ContainerOrder, name: string | null): Promise<void> {
  const engine = await findEngine(order)
  const names = name ? [name] : await otherContainers(order, engine)
  for (const one of names) {
    await end(order, engine, ['stop', '-t', String(stopSeconds), '--', one])
    await end(order, engine, ['rm', '--force', '--', one])
  }
}

/** Removes all containers of a deployment at once. */
export async function removeAllContainers(
  deploymentId: string,
  packageCache: string,
): Promise<void> {
  const order = { deploymentId, revisionId: '', packageCache, secrets: {}, signal: never() }
  const engine = await findEngine(order)
  for (const name of await otherContainers(order, engine)) {
    await end(order, engine, ['rm', '--force', '--', name])
  }
}

async function otherContainers(order: EngineOrder, engine: string): Promise<string[]> {
  const label = `label=${deploymentLabel}=${order.deploymentId}`
  const args = ['ps', '--all', '--filter', label, '--format', '{{.Names}}']
  const listed = await end(order, engine, args)
  const names = listed.stdout.split('\n').map((line) => line.trim())
  return names.filter((one) => one !== '' && one !== containerName(order.revisionId))
}

function containerName(revisionId: string): string {
  return `quarterdeck-${revisionId}`
}

/** Secrets go by name: the engine takes their values from its environment, which no list shows. */
function runArguments(order: ContainerOrder, name: string, port: number): string[] {
  const { memory_mb, cpus } = resourceLimits(order.resourceSpec)
  return [
    'run',
    '--detach',
    '--restart=unless-stopped',
    `--name=${name}`,
    `--label=${deploymentLabel}=${order.deploymentId}`,
    `--publish=127.0.0.1:${port}:${innerPort}`,
    ...(memory_mb ? [`--memory=${memory_mb}m`] : []),
    ...(cpus ? [`--cpus=${cpus}`] : []),
    ...Object.keys(order.secrets).map((secret) => `--env=${secret}`),
  ]
}

async function findEngine(order: EngineOrder): Promise<string> {
  const env = buildEnvironment(order.packageCache)
  const silent: string[] = []
  for (const engine of ['docker', 'podman']) {
    if (!(await findProgram(engine, env))) continue
    // Docker's command line may be there without its service, beside a Podman that works.
    const asked = await run(order, engine, ['version'])
    if (asked.isOk) return engine
    silent.push(`${engine} does not work here: ${lastLine(asked.stderr, asked.how)}`)
  }
  if (silent.length > 0) throw failure(silent.join('; '))
  throw new RolloutFailure(
    'DEPLOY_FAILED',
    'An image needs Docker or Podman on the machine that the server runs on, and neither is installed. Install one of them, or run the image elsewhere and attach it by its address (custom_url).',
  )
}

async function answers(
  order: ContainerOrder,
  { engine, name, url }: { engine: string; name: string; url: string },
): Promise<void> {
  const until = Date.now() + order.limits.loadMs
  for (;;) {
    const health = await askHealth(url, order.now, order.signal)
    if (health.status === 'ok') return
    const format = ['inspect', '--format', '{{.RestartCount}} {{.State.ExitCode}}', '--', name]
    const [restarts, exitCode] = (await run(order, engine, format)).stdout.trim().split(' ')
    if (Number(restarts) > mostRestarts) {
      throw failure(
        `it ends again and again, with exit code ${exitCode}; the log holds what it said`,
      )
    }
    if (Date.now() > until) {
      throw failure(`it did not answer within ${inWords(order.limits.loadMs)}: ${health.detail}`)
    }
    await pause(askAgainMs, undefined, { signal: order.signal })
  }
}

function run(order: EngineOrder, engine: string, args: string[], timeLimitMs = 60_000) {
  const env = { ...dockerEnvironment(), ...buildEnvironment(order.packageCache), ...order.secrets }
  return runCommand(engine, args, { cwd: os.tmpdir(), env, timeLimitMs, signal: order.signal })
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo
      probe.close(() => resolve(port))
    })
  })
}

/** As `run`, also while the rollout is being stopped. */
function end(order: EngineOrder, engine: string, args: string[]) {
  return run({ ...order, signal: never() }, engine, args)
}

function never(): AbortSignal {
  return new AbortController().signal
}

/** Where the engine is, as the server's own environment says. */
function dockerEnvironment(): Record<string, string> {
  const names = ['DOCKER_HOST', 'DOCKER_CONFIG', 'DOCKER_CONTEXT', 'XDG_RUNTIME_DIR']
  return machineEnvironment((name) => names.includes(name))
}

function lastLine(text: string, otherwise: string): string {
  const lines = text.split('\n').map((line) => line.trim())
  return lines.filter(Boolean).at(-1)?.slice(0, 300) ?? otherwise
}

function failure(reason: string): RolloutFailure {
  return new RolloutFailure(
    'DEPLOY_FAILED',
    `The image was not deployed: ${reason.replace(/\.+$/, '')}.`,
  )
}
