import { mkdtemp, realpath, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { Deployment } from '../../src/contract/control-plane/deployments.ts'
import { isSettled, type Revision } from '../../src/contract/control-plane/revisions.ts'
import { packagesStamp } from '../../src/server/control-plane/rollout/folders/packages-stamp.ts'
import type { ImportedLibrary } from '../../src/server/executor/protocol/project-requests.ts'
import { canOthersReach, type ServerOptions } from '../../src/server/process/server-options.ts'
import { startServer } from '../../src/server/process/start-server.ts'
import { FollowedFolder } from '../../src/server/working-folder/follow-folder.ts'
import { emptyDatabase } from './database.ts'
import { patientWaits } from './patient-waits.ts'

/** The whole server on a free port, with its data in a folder of its own. */
export interface Stack {
  /** Without a slash at its end; the control plane is at `${url}/api-host`. */
  readonly url: string
  readonly apiKey: string
  /** How to open a page of the console: see `RunningServer`. */
  readonly addressOf: (path: string) => Promise<string>
  /** What the server told whoever started it. */
  readonly notices: readonly string[]
  /** A temporary folder, for repositories and the like; it goes with the stack. */
  readonly folder: string
  /** A request with the key. `body` goes as JSON, a string as it is. */
  call(method: string, path: string, body?: unknown): Promise<Response>
  /** As `call`, and the answer parsed. */
  json<Answer>(method: string, path: string, body?: unknown): Promise<Answer>
  /** Deploys a git repository and answers the deployment when its rollout has ended, well or not. */
  deploy(
    repository: string,
    options?: { name?: string; ref?: string; config?: string; secrets?: Record<string, string> },
  ): Promise<{ deployment: Deployment; revision: Revision }>
  /** Serves a folder and follows it, as `quarterdeck dev` does; resolves with the deployment's id once it was loaded, well or not. */
  follow(folder: string): Promise<string>
  /** Asks, as a client would, until the rollout of the revision has ended. */
  settled(deploymentId: string, revisionId: string | null): Promise<Revision>
  close(): Promise<void>
}

const rolloutLimitMs = 180_000
const askAgainMs = 50

/**
 * Starts a stack on the worker's in-memory database, which is emptied: one stack at a time in a test
 * file. With `withExamples` the package's examples are deployed, as on a first start; `settled` waits for them.
 */
export async function startStack(
  options: { withExamples?: boolean } & Partial<ServerOptions> = {},
): Promise<Stack> {
  const { withExamples = false, engine, ...serverOptions } = options
  const folder = await mkdtemp(path.join(os.tmpdir(), 'quarterdeck-stack-'))
  const host = serverOptions.host ?? '127.0.0.1'
  const isGuarded = serverOptions.password || serverOptions.provider
  const server = await startServer({
    port: 0,
    host,
    // Whose sign-in it is about says so; every other test is of whoever uses the machine.
    hasSignIn: Boolean(isGuarded) || canOthersReach({ ...serverOptions, host }),
    dataDir: path.join(folder, 'data'),
    hasExamples: withExamples,
    openDatabase: async () => ({ ...(await emptyDatabase()), close: async () => {} }),
    ...serverOptions,
    engine: { ...engine, limits: { ...patientWaits, ...engine?.limits } },
  })
  const call: Stack['call'] = (method, path, body) =>
    fetch(server.url + path, {
      method,
      headers: { 'x-api-key': server.apiKey, 'content-type': 'application/json' },
      ...(body === undefined
        ? {}
        : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
  let followed: FollowedFolder | undefined
  const stack: Stack = {
    url: server.url,
    apiKey: server.apiKey,
    addressOf: server.addressOf,
    notices: server.notices,
    folder,
    call,
    async json<Answer>(method: string, path: string, body?: unknown) {
      const response = await call(method, path, body)
      if (response.ok) {
        const text = await response.text()
        // Some answers have no body, as that to a deletion.
        return (text === '' ? null : JSON.parse(text)) as Answer
      }
      throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`)
    },
    async deploy(repository, { name = 'agent', ref, config, secrets = {} } = {}) {
      const created = await stack.json<Deployment>('POST', '/api-host/v2/deployments', {
        name,
        source: 'github',
        source_config: { repo_url: repository },
        source_revision_config: {
          repo_ref: ref ?? 'main',
          langgraph_config_path: config ?? 'langgraph.json',
        },
        secrets: Object.entries(secrets).map(([key, value]) => ({ name: key, value })),
      })
      const revision = await stack.settled(created.id, created.latest_revision_id)
      const url = `/api-host/v2/deployments/${created.id}`
      return { deployment: await stack.json<Deployment>('GET', url), revision }
    },
    async follow(place) {
      const order = { folder: await realpath(place), configPath: 'langgraph.json' }
      const served = server.serveFolder({ ...order, name: 'agent' })
      const id = await served.begin()
      const tools = {
        reload: (libraries: readonly ImportedLibrary[]) => served.reload(libraries),
        packagesStamp: () => packagesStamp(order.folder),
      }
      const onError = (error: Error) => console.error(error)
      const listener = { onLoading() {}, onOutcome() {}, onError }
      followed = new FollowedFolder(order, tools, listener)
      await followed.start()
      return id
    },
    async settled(deploymentId, revisionId) {
      const url = `/api-host/v2/deployments/${deploymentId}/revisions/${revisionId}`
      const limit = Date.now() + rolloutLimitMs
      for (;;) {
        const revision = await stack.json<Revision>('GET', url)
        if (isSettled(revision)) return revision
        if (Date.now() > limit) throw new Error(`The rollout is still ${revision.status}.`)
        await new Promise((resolve) => setTimeout(resolve, askAgainMs))
      }
    },
    async close() {
      await followed?.stop()
      await server.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
  return stack
}
