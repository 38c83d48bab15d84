import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Deployment } from '../../../src/contract/control-plane/deployments.ts'
import { isSettled, type Revision } from '../../../src/contract/control-plane/revisions.ts'
import { makeRepository } from '../../helpers/git.ts'
import { startPostgresServer } from '../../helpers/postgres-server.ts'
import { preparePython } from '../../helpers/python-tools.ts'
import type { Fault, Surroundings } from '../actions.ts'
import { apiKey, ChaosServer } from './chaos-server.ts'
import { crashPostgres, pausePostgres } from './postgres-faults.ts'
import { executorsOf, limitDescriptors, signal } from './processes.ts'

/** Longer than a start of an executor takes; where none can be found nothing is waited for. */
const executorLimitMs = process.platform === 'linux' ? 20_000 : 0

const project = path.resolve(import.meta.dirname, '../project')

/** The servers that are tried, with the tester's project deployed, and what can be done to them. */
export class Site {
  readonly around: Surroundings
  readonly servers: readonly ChaosServer[]
  /** How often each fault was made. */
  readonly made = new Map<string, number>()
  readonly #databaseUrl: string | null
  readonly #cleanUps: (() => Promise<void>)[]
  readonly #onGoing = new Set<Promise<void>>()
  #defects: string[]

  private constructor(
    around: Surroundings,
    parts: {
      servers: ChaosServer[]
      databaseUrl: string | null
      cleanUps: (() => Promise<void>)[]
      defects: string[]
    },
  ) {
    this.around = around
    this.servers = parts.servers
    this.#databaseUrl = parts.databaseUrl
    this.#cleanUps = parts.cleanUps
    this.#defects = parts.defects
  }

  /**
   * Starts so many servers, on a PostgreSQL server of its own or the one that is named, or one with its embedded database.
   */
  static async open(options: {
    servers: number
    database: 'embedded' | 'own-postgres' | { url: string }
    /** Of the graph that is deployed; the same actions come of a seed for each. */
    language?: 'javascript' | 'python'
  }): Promise<Site> {
    const { servers: count, database, language = 'javascript' } = options
    const env = language === 'python' ? await packagesOfPython() : {}
    const folder = await mkdtemp(path.join(os.tmpdir(), 'quarterdeck-chaos-'))
    const cleanUps = [() => rm(folder, { recursive: true, force: true })]
    const defects: string[] = []
    let databaseUrl: string | null = null
    if (database === 'own-postgres') {
      const postgres = await startPostgresServer()
      cleanUps.unshift(() => postgres.stop())
      databaseUrl = postgres.url
    } else if (database !== 'embedded') databaseUrl = database.url
    const report = (defect: string) => void defects.push(defect)
    const servers: ChaosServer[] = []
    for (let number = 0; number < count; number += 1) {
      const own = path.join(folder, `server-${number}`)
      await mkdir(own)
      servers.push(await ChaosServer.start({ folder: own, databaseUrl, env, report }))
    }
    const around = {
      servers: count,
      isPostgres: databaseUrl !== null,
      isOwnPostgres: database === 'own-postgres',
    }
    const site = new Site(around, { servers, databaseUrl, cleanUps, defects })
    await site.#deploy(path.join(folder, 'repository'), language)
    return site
  }

  /** What went wrong with the servers themselves since it was last asked. */
  takeDefects(): string[] {
    return this.#defects.splice(0)
  }

  /** Resolves when the server that a fault is meant for is up, and has an executor or does not get one. */
  async isReadyFor(fault: Fault): Promise<void> {
    if (!('server' in fault)) return
    await this.servers[fault.server]?.whileUp(async (pid) => {
      const until = performance.now() + executorLimitMs
      while ((await executorsOf(pid)).length === 0 && performance.now() < until) await pause(100)
    })
  }

  /** Begins a fault; what has been done ends, and is mended, by itself. */
  begin(fault: Fault): void {
    this.made.set(fault.do, (this.made.get(fault.do) ?? 0) + 1)
    const done = this.#make(fault)
      .catch((error: Error) => this.#defects.push(`The tester failed at ${fault.do}: ${error}`))
      .then(() => {})
      .finally(() => this.#onGoing.delete(done))
    this.#onGoing.add(done)
  }

  /** Resolves when everything that was begun is mended. */
  async mended(): Promise<void> {
    while (this.#onGoing.size > 0) await Promise.all(this.#onGoing)
  }

  async close(): Promise<void> {
    await this.mended()
    await Promise.all(this.servers.map((server) => server.close()))
    for (const cleanUp of this.#cleanUps) await cleanUp()
  }

  #make(fault: Fault): Promise<void> {
    if (fault.do === 'crash-postgres') return crashPostgres(this.#databaseUrl ?? '')
    if (fault.do === 'pause-postgres') return pausePostgres(this.#databaseUrl ?? '', fault.ms)
    const server = this.servers[fault.server] as ChaosServer
    switch (fault.do) {
      case 'kill-server':
        return server.endFor(fault.ms, 'SIGKILL')
      case 'stop-server':
        return server.endFor(fault.ms, 'SIGTERM')
      case 'end-database-worker':
        return server.endDatabase(fault.ms)
      case 'clock':
        return server.setClock(fault.by)
      case 'pause-server':
        return server.whileUp((pid) => stopped(pid, fault.ms))
      case 'no-descriptors':
        return server.whileUp(async (pid) => {
          const takeBack = await limitDescriptors(pid, 2)
          await pause(fault.ms)
          await takeBack?.()
        })
      case 'kill-executor':
      case 'pause-executor':
        return server.whileUp(async (pid) => {
          const executors = await executorsOf(pid)
          const chosen = executors[fault.executor % Math.max(executors.length, 1)]
          if (chosen === undefined) return
          if (fault.do === 'kill-executor') signal(chosen, 'SIGKILL')
          else await stopped(chosen, fault.ms)
        })
      case 'cut':
      case 'slow': {
        const line = fault.line === 'client' ? server.clientLine : server.databaseLine
        if (fault.do === 'cut') return line?.cut(fault.ms) ?? Promise.resolve()
        return line?.slow(fault.by, fault.ms) ?? Promise.resolve()
      }
    }
  }

  async #deploy(folder: string, language: 'javascript' | 'python'): Promise<void> {
    const file = language === 'python' ? 'graph.py' : 'graph.ts'
    await makeRepository(folder, {
      'langgraph.json': JSON.stringify({
        graphs: { chaos: `./${file}:graph` },
        ...(language === 'python' ? { dependencies: ['.'] } : {}),
      }),
      [file]: await readFile(path.join(project, file), 'utf8'),
    })
    const [first] = this.servers
    const json = async <Answer>(method: string, target: string, body?: object) => {
      const response = await fetch(`${first?.url}/api-host/v2/deployments${target}`, {
        method,
        headers: { 'x-api-key': apiKey },
        ...(body ? { body: JSON.stringify(body) } : {}),
      })
      if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
      return (await response.json()) as Answer
    }
    const { id, latest_revision_id } = await json<Deployment>('POST', '', {
      name: 'chaos',
      source: 'github',
      source_config: { repo_url: folder },
      source_revision_config: { repo_ref: 'main', langgraph_config_path: 'langgraph.json' },
      secrets: [],
    })
    for (;;) {
      const revision = await json<Revision>('GET', `/${id}/revisions/${latest_revision_id}`)
      if (isSettled(revision)) {
        if (revision.status === 'DEPLOYED') return
        throw new Error(`The project of the tester is ${revision.status}.`)
      }
      await pause(100)
    }
  }
}

/** How builds find the graph library: as it was fetched once for all tests. */
async function packagesOfPython(): Promise<Record<string, string>> {
  const tools = await preparePython()
  if ('missing' in tools) throw new Error(`Graphs in Python cannot be tried: ${tools.missing}.`)
  return { PIP_NO_INDEX: '1', PIP_FIND_LINKS: tools.wheels }
}

async function stopped(pid: number, ms: number): Promise<void> {
  signal(pid, 'SIGSTOP')
  await pause(ms)
  signal(pid, 'SIGCONT')
}
