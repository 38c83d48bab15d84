import { mkdir, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ProjectUi } from '../../../cluster/project-http.ts'
import type { UiOrder } from '../../../ui-builder/ui-order.ts'
import { buildEnvironment } from '../../commands/build-environment.ts'
import { runCommand } from '../../commands/run-command.ts'
import { RolloutFailure } from '../../rollout-failure.ts'
import type { BuildEnclosure } from '../build-enclosure.ts'

const memoryMb = 1_024
const mostCharacters = 50_000_000

/**
 * Has a project's components bundled by a process that sees the project alone, and keeps what comes of it in `file`
 * (absolute), out of the project's reach. Throws a RolloutFailure (BUILD_FAILED) with what is wrong in which file,
 * RolloutStopped when the signal aborted.
 */
export async function bundleComponents(
  { components, shared }: ProjectUi,
  how: {
    /** Of the langgraph.json, absolute. */
    directory: string
    file: string
    packageCache: string
    timeLimitMs: number
    /** Null where nothing keeps the project apart. */
    enclosure: BuildEnclosure | null
    signal: AbortSignal
    onLine: (line: string) => void
  },
): Promise<void> {
  const { directory, file, packageCache, timeLimitMs, enclosure, signal, onLine } = how
  const names = Object.keys(components).join(', ')
  onLine(`Bundling the components of ${names}.`)
  const program = fileURLToPath(new URL('../../../ui-builder/main.ts', import.meta.url))
  // As it is built it is no TypeScript.
  const loader = program.endsWith('.ts') ? ['--import', import.meta.resolve('tsx')] : []
  const order: UiOrder = { directory, ui: components, shared }
  await enclosure?.handOver()
  const end = await runCommand(process.execPath, [...loader, program, JSON.stringify(order)], {
    cwd: directory,
    env: buildEnvironment(packageCache),
    timeLimitMs,
    memoryMb,
    keptCharacters: mostCharacters,
    signal,
    enclose: enclosure?.enclose,
  })
  if (!end.isOk) {
    for (const line of end.stderr.split('\n').filter(Boolean)) onLine(line)
    throw new RolloutFailure(
      'BUILD_FAILED',
      `The components of “ui” could not be bundled: ${firstFault(end.stderr) ?? `that ${end.how}`}.`,
    )
  }
  if (end.stdout.length >= mostCharacters) {
    throw new RolloutFailure(
      'BUILD_FAILED',
      `The components of “ui” come to more than ${mostCharacters / 1_000_000} MB. Leave out what they do not need.`,
    )
  }
  await mkdir(path.dirname(file), { recursive: true })
  await writeFile(`${file}.new`, end.stdout)
  await rename(`${file}.new`, file)
}

/** The first that esbuild says, with its file and line. */
function firstFault(told: string): string | null {
  const [, words, place] = /\[ERROR\] (.+)(?:\n\s*(\S+:\d+):\d+:)?/.exec(told) ?? []
  if (!words) return null
  return place ? `${words} at ${place}` : words
}
