import { randomUUID } from 'node:crypto'
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { ExecutorProcess } from '../../src/server/agent-server/executors/executor-process.ts'
import type { Isolation } from '../../src/server/isolation/isolation.ts'
import { openIsolation } from '../../src/server/isolation/open-isolation.ts'
import { startOurs } from '../server/ours.ts'
import type { Subject } from '../server/subject.ts'

/**
 * `npm run bench:isolation [-- --rounds=5]`: what keeping agents apart costs on this machine, beside not doing
 * it, in turns: the start of an executor up to its loaded graphs, and runs of a trivial graph.
 */
const rounds = Number(/--rounds=(\d+)/.exec(process.argv.join(' '))?.[1] ?? 5)
const project = path.join(import.meta.dirname, '../server/project')
const clients = 10
const runsOfRound = 100

const folder = await mkdtemp(path.join(os.tmpdir(), 'quarterdeck-bench-isolation-'))
const subjects: Subject[] = []
try {
  const starts: [Isolation, number[]][] = []
  for (const mode of ['none', 'auto'] as const) {
    const dataDir = path.join(folder, mode)
    await mkdir(dataDir)
    const isolation = await openIsolation({
      ...{ mode, dataDir, memoryPercent: 50, processes: 1_000, openFiles: 4_096 },
      ...{ folders: [], metadata: 'open', secretFiles: [] },
    })
    starts.push([isolation, []])
    await cp(project, path.join(dataDir, 'build'), { recursive: true })
    subjects.push(await startOurs(isolation.kind, project, null, mode))
  }
  const runs: number[][] = [[], []]
  // Round 0 warms up and does not count.
  for (let round = 0; round <= rounds; round += 1) {
    for (const [index, [isolation, figures]] of starts.entries()) {
      const ms = await startOf(isolation, path.join(folder, index === 0 ? 'none' : 'auto', 'build'))
      const perSecond = await runsOf(subjects[index] as Subject)
      if (round === 0) continue
      figures.push(ms)
      runs[index]?.push(perSecond)
    }
  }
  const [plain = 0, kept = 0] = starts.map(([, figures]) => median(figures))
  const [plainRuns = 0, keptRuns = 0] = runs.map(median)
  console.log(`| | none | ${starts[1]?.[0].kind} | factor |\n|---|---:|---:|---:|`)
  console.log(row('Start of an executor', plain, kept, 'ms', kept / plain))
  console.log(
    row('Runs of a trivial graph, 10 clients', plainRuns, keptRuns, '/s', plainRuns / keptRuns),
  )
} finally {
  for (const subject of subjects) await subject.stop()
  await rm(folder, { recursive: true, force: true })
}

async function startOf(isolation: Isolation, root: string): Promise<number> {
  const owner = { deploymentId: 'bench', root, python: null }
  await isolation.prepare(owner)
  const since = performance.now()
  const executor = new ExecutorProcess(
    root,
    {},
    { memory_mb: null, cpus: null },
    {
      onLog: () => {},
      onEvents: async () => {},
      onUsage: () => {},
      onSpan: () => {},
      onHold: async () => null,
      onEnded: () => {},
      store: async () => null,
      onExit: () => {},
    },
    null,
    (program) => isolation.enclose({ ...program, project: owner, isBuild: false, memoryMb: null }),
  )
  await executor.call({ call: 'ping' }, 60_000)
  const ms = performance.now() - since
  await executor.stop()
  return ms
}

async function runsOf({ url, headers }: Subject): Promise<number> {
  const since = performance.now()
  let left = runsOfRound
  const client = async () => {
    while (left > 0) {
      left -= 1
      const thread = randomUUID()
      const init = (body: object) => ({ method: 'POST', headers, body: JSON.stringify(body) })
      await fetch(`${url}/threads`, init({ thread_id: thread }))
      const body = { assistant_id: 'trivial', input: {} }
      const answer = await fetch(`${url}/threads/${thread}/runs/wait`, init(body))
      if (!answer.ok) throw new Error(`A run answered ${answer.status}: ${await answer.text()}`)
      await answer.text()
    }
  }
  await Promise.all(Array.from({ length: clients }, client))
  return (runsOfRound / (performance.now() - since)) * 1_000
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

function row(name: string, plain: number, kept: number, unit: string, factor: number): string {
  return `| ${name} | ${plain.toFixed(1)} ${unit} | ${kept.toFixed(1)} ${unit} | ${factor.toFixed(2)}× |`
}
