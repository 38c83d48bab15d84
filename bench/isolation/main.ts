import { cp, mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { ensureServerBuilt } from '../../src/cli/building/built-server.mjs'
import { openFrameLine } from '../../src/server/agent-server/executors/line/frame-line.ts'
import type { ParentMessage } from '../../src/server/executor/protocol/messages.ts'
import type { Isolation } from '../../src/server/isolation/isolation.ts'
import { openIsolation } from '../../src/server/isolation/open-isolation.ts'
import { runsPerSecond, tokensPerSecond } from '../server/loads.ts'
import { startOurs } from '../server/ours.ts'
import type { Subject } from '../server/subject.ts'

/**
 * `npm run bench:isolation [-- --rounds=5]`: what keeping agents apart costs on this machine, beside not doing
 * it, in turns: the start of an executor up to its loaded graphs, runs of a trivial graph, and streamed tokens.
 */
const rounds = Number(/--rounds=(\d+)/.exec(process.argv.join(' '))?.[1] ?? 5)
const checkout = path.join(import.meta.dirname, '../..')
const project = path.join(import.meta.dirname, '../server/project')
const { graphs } = JSON.parse(await readFile(path.join(project, 'langgraph.json'), 'utf8')) as {
  graphs: Record<string, string>
}
const boot = path.join(checkout, 'src/server/executor/boot.mjs')
const program = path.join(await ensureServerBuilt(checkout), 'executor.mjs')
/** What a server does a second. */
const rates: [name: string, of: (subject: Subject) => Promise<number>][] = [
  [
    'Runs of a trivial graph, 10 clients',
    (subject) => runsPerSecond(subject, { clients: 10, runs: 100 }),
  ],
  ['Tokens, one run', (subject) => tokensPerSecond(subject, { runs: 1, tokens: 2_000 })],
  ['Tokens, 10 runs at once', (subject) => tokensPerSecond(subject, { runs: 10, tokens: 400 })],
]

const folder = await mkdtemp(path.join(os.tmpdir(), 'quarterdeck-bench-isolation-'))
const subjects: Subject[] = []
try {
  const starts: [Isolation, number[]][] = []
  for (const mode of ['none', 'auto'] as const) {
    const dataDir = path.join(folder, mode)
    await mkdir(dataDir)
    const isolation = await openIsolation({
      ...{ mode, dataDir, memoryPercent: 50, processes: 1_000, openFiles: 4_096 },
      ...{ folders: [], metadata: 'open', systemCalls: 'filtered', secretFiles: [] },
    })
    starts.push([isolation, []])
    await cp(project, path.join(dataDir, 'build'), { recursive: true })
    // As a build has it whose project brings no packages.
    await symlink(path.join(checkout, 'node_modules'), path.join(dataDir, 'build/node_modules'))
    subjects.push(await startOurs(isolation.kind, project, null, mode))
  }
  /** By rate, without and with. */
  const measured = rates.map((): [number[], number[]] => [[], []])
  // Round 0 warms up and does not count.
  for (let round = 0; round <= rounds; round += 1) {
    for (const [index, [isolation, figures]] of starts.entries()) {
      const ms = await startOf(isolation, path.join(folder, index === 0 ? 'none' : 'auto', 'build'))
      if (round > 0) figures.push(ms)
      for (const [at, [, rateOf]] of rates.entries()) {
        const perSecond = await rateOf(subjects[index] as Subject)
        if (round > 0) measured[at]?.[index]?.push(perSecond)
      }
    }
  }
  const [plain = 0, kept = 0] = starts.map(([, figures]) => median(figures))
  console.log(`| | none | ${starts[1]?.[0].kind} | factor |\n|---|---:|---:|---:|`)
  console.log(row('Start of an executor', plain, kept, 'ms', kept / plain))
  for (const [at, [name]] of rates.entries()) {
    const [without = 0, kept = 0] = (measured[at] ?? []).map(median)
    console.log(row(name, without, kept, '/s', without / kept))
  }
} finally {
  for (const subject of subjects) await subject.stop()
  await rm(folder, { recursive: true, force: true })
}

/** How long an executor takes, as it is shipped, from nothing to its loaded graphs. */
async function startOf(isolation: Isolation, root: string): Promise<number> {
  const owner = { deploymentId: 'bench', root, python: null }
  await isolation.prepare(owner)
  const node = { file: process.execPath, args: [], directory: root, env: {} }
  const order = { ...node, project: owner, isBuild: false, memoryMb: null }
  const since = performance.now()
  const enclosed = isolation.enclose(order)
  const given = [boot, program, String(enclosed.parent ?? process.pid), '']
  const args = [...enclosed.args, ...given]
  let end = () => {}
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  const loaded = await new Promise<number>((resolve, reject) => {
    const line = openFrameLine(
      { ...enclosed, args },
      {
        onMessage(message) {
          const { kind } = message as { kind: string }
          if (kind === 'answer') resolve(performance.now() - since)
          else reject(new Error(`The executor told ${JSON.stringify(message)}`))
          line.kill()
        },
        onBroken: (problem) => reject(new Error(problem)),
        onEnd() {
          reject(new Error('The executor ended before it had loaded its graphs.'))
          end()
        },
      },
    )
    line.send(loading(root))
  })
  await ended
  return loaded
}

function loading(directory: string): ParentMessage {
  const own_server = { port: 1, key: 'none' }
  return { kind: 'call', id: 'load', body: { call: 'load', directory, graphs, own_server } }
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

function row(name: string, plain: number, kept: number, unit: string, factor: number): string {
  return `| ${name} | ${plain.toFixed(1)} ${unit} | ${kept.toFixed(1)} ${unit} | ${factor.toFixed(2)}× |`
}
