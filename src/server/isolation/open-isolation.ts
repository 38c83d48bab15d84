import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { cloudOf } from './cloud-machine.ts'
import { usersOfAgents } from './deployment-homes.ts'
import { Enclosures, shareOfMachine } from './enclosures.ts'
import type { Isolation, IsolationOptions } from './isolation.ts'
import { closeMetadata, openMetadata } from './metadata-addresses.ts'
import { noIsolation } from './no-isolation.ts'

const patienceMs = 20_000
const works = 'the enclosure works'

/**
 * Tries out what keeps the code of projects apart on this machine: a program is enclosed as an executor would
 * be, and tells what it finds. Where that fails nothing is kept apart, which the answer says with the reason;
 * `require` then refuses to deploy.
 */
export async function openIsolation(
  options: IsolationOptions & { dataDir: string },
): Promise<Isolation> {
  const limits = {
    memoryMb: shareOfMachine(options.memoryPercent),
    openFiles: options.openFiles,
  }
  if (options.mode === 'none')
    return noIsolation({ notSeparated: [nothing('')], refusal: null }, limits)
  const { systemCalls, problem, unfiltered } = await found(options)
  if (!problem) {
    const notSeparated = [...unfiltered, ...(await metadataInReach(options.metadata))]
    return new Enclosures({ ...options, systemCalls, isRoot: isRoot(), notSeparated })
  }
  const why = nothing(` (${problem})`)
  const refusal =
    options.mode === 'require'
      ? `This server deploys only where agents are kept apart from it (QUARTERDECK_ISOLATION=require), and this machine does not offer that: ${problem}.`
      : null
  return noIsolation({ notSeparated: [why], refusal }, limits)
}

/** Words for what agents can do where nothing is kept apart. */
function nothing(why: string): string {
  return `Agents are not kept apart from this server${why}: as its user they can read its files and keys, its memory and each other, and end its processes. Deploy only code that you trust as yourself.`
}

/**
 * Agents are kept from asking a cloud for the machine's credentials where their users can be told from others.
 * @returns what is to be said where they can ask: nothing on a machine that is no cloud's, or by the operator's word
 */
async function metadataInReach(wanted: IsolationOptions['metadata']): Promise<string[]> {
  if (wanted === 'open') {
    if (isRoot()) await openMetadata(usersOfAgents())
    return []
  }
  const problem = isRoot()
    ? await closeMetadata(usersOfAgents())
    : 'only root can keep them from it'
  const cloud = cloudOf()
  if (problem === null || cloud === null) return []
  return [
    `Agents can ask ${cloud} for the credentials of this machine, at its metadata address (${problem}). Give the machine no role that agents must not have.`,
  ]
}

/**
 * What this machine offers: where no enclosed program starts with its system calls filtered, one without may.
 * @returns `unfiltered`: what is to be said where the operator wanted a filter and there is none
 */
async function found(options: IsolationOptions & { dataDir: string }): Promise<{
  systemCalls: IsolationOptions['systemCalls']
  problem: string | null
  unfiltered: string[]
}> {
  const { systemCalls } = options
  const problem = await problemOf(options)
  if (!problem || systemCalls === 'all') return { systemCalls, problem, unfiltered: [] }
  const without = await problemOf({ ...options, systemCalls: 'all' })
  const sentence = `Agents can make every system call, also those that no agent needs (${problem}): a hole of the kernel is more within their reach.`
  return { systemCalls: 'all', problem: without, unfiltered: [sentence] }
}

/** Null where a program that is enclosed finds what it should, and nothing else. */
async function problemOf(options: IsolationOptions & { dataDir: string }): Promise<string | null> {
  if (process.platform !== 'linux') return 'that takes namespaces, which only Linux has'
  const deploymentId = `probe-${process.pid}`
  let isolation: Enclosures | undefined
  const builds = path.join(options.dataDir, 'builds')
  await mkdir(builds, { recursive: true, mode: 0o700 })
  const root = await mkdtemp(path.join(builds, 'probe-'))
  const outside = path.join(options.dataDir, 'probe')
  try {
    isolation = new Enclosures({ ...options, isRoot: isRoot(), notSeparated: [] })
    await writeFile(outside, '')
    await writeFile(path.join(root, 'inside'), '')
    const project = { deploymentId, root, python: null }
    await isolation.prepare(project)
    const isFiltered = options.systemCalls === 'filtered'
    return await tried(isolation, project, probe(outside, root, isFiltered))
  } catch (error) {
    return (error as Error).message
  } finally {
    await rm(root, { recursive: true, force: true })
    await rm(outside, { force: true })
    await isolation?.forget(deploymentId)
  }
}

function probe(outside: string, root: string, isFiltered: boolean): string {
  const own = JSON.stringify(path.join(import.meta.dirname, '../executor/boot.mjs'))
  return `const fs = require('node:fs')
const status = fs.readFileSync('/proc/self/status', 'utf8')
fs.readFileSync(${JSON.stringify(path.join(root, 'inside'))})
fs.readFileSync(${own})
const mounts = fs.readFileSync('/proc/self/mountinfo', 'utf8').split('\\n').map((line) => line.split(' '))
const [, , , , , ways] = mounts.filter(([, , , , at]) => at && ${own}.startsWith(at))
  .sort((a, b) => a[4].length - b[4].length).at(-1)
if (!/^ro(,|$)/.test(ways)) throw new Error('software can be changed')
fs.writeFileSync(require('node:path').join(require('node:os').homedir(), 'own'), '')
if (fs.existsSync(${JSON.stringify(outside)})) throw new Error('files of the server can be seen')
if (process.ppid !== 1) throw new Error('processes are not its own')
if (!/^CapEff:\\s*0+$/m.test(status)) throw new Error('privileges are left')
if (!/^NoNewPrivs:\\s*1$/m.test(status)) throw new Error('privileges can be had')
if (${isFiltered} && !/^Seccomp:\\s*2$/m.test(status)) throw new Error('system calls of this processor are not known')
console.log(${JSON.stringify(works)})`
}

function tried(
  isolation: Isolation,
  project: { deploymentId: string; root: string; python: null },
  code: string,
): Promise<string | null> {
  const { program, args, env, input, cwd } = isolation.enclose({
    project,
    file: process.execPath,
    args: ['-e', code],
    directory: project.root,
    env: {},
    isBuild: false,
    memoryMb: null,
  })
  return new Promise((resolve) => {
    const child = spawn(program, args, { env, cwd, timeout: patienceMs, killSignal: 'SIGKILL' })
    let said = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        said = (said + text).slice(-4_000)
      })
    }
    child.stdin.on('error', () => {
      // It ended before it read anything; what it said tells why.
    })
    child.stdin.end(input ?? '')
    child.once('error', (error) => resolve(error.message))
    child.once('close', () => resolve(said.includes(works) ? null : reasonIn(said)))
  })
}

/** The line that tells most: what an error says, else the first. */
function reasonIn(said: string): string {
  const lines = said.split('\n').map((line) => line.trim())
  const line = lines.find((text) => /error|failed|denied|permitted/i.test(text)) ?? lines[0]
  return (line || 'the enclosed program did not answer').replace(/\.$/, '').slice(0, 300)
}

function isRoot(): boolean {
  return process.getuid?.() === 0
}
