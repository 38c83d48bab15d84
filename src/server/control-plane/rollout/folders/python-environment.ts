import path from 'node:path'
import { machineEnvironment } from '../../../machine-environment.ts'
import { RolloutFailure } from '../../rollout-failure.ts'
import { exists } from '../exists.ts'
import type { DependencyPlan } from '../python/dependency-plan.ts'
import { foldersAbove } from './repository-root.ts'

const names = ['.venv', 'venv']

/**
 * The environment of a working folder with Python: its own, that of the repository around it, or the one that is
 * active in the shell. Answers its folder, absolute. Throws a RolloutFailure (BUILD_FAILED) with the command that
 * makes one: nothing is installed unasked.
 */
export async function findEnvironment(
  folder: string,
  root: string,
  plan: DependencyPlan,
): Promise<string> {
  if (process.platform === 'win32') {
    throw new RolloutFailure(
      'BUILD_FAILED',
      'Python projects are not supported on Windows. Run this on Linux or macOS.',
    )
  }
  const around = foldersAbove(folder)
  const places = around.slice(0, around.indexOf(root) + 1)
  const own = places.flatMap((place) => names.map((name) => path.join(place, name)))
  const { VIRTUAL_ENV } = machineEnvironment((name) => name === 'VIRTUAL_ENV')
  for (const environment of [...own, ...(VIRTUAL_ENV ? [VIRTUAL_ENV] : [])]) {
    if (await exists(path.join(environment, 'bin', 'python'))) return environment
  }
  throw new RolloutFailure(
    'BUILD_FAILED',
    `There is no environment with the project's packages: neither .venv nor venv in ${folder}, and none is active. Make one there: ${commandFor(folder, plan)}`,
  )
}

function commandFor(folder: string, plan: DependencyPlan): string {
  if (plan.uvLock) return 'uv sync'
  const shown = (place: string) => path.relative(folder, place) || '.'
  const wanted = [
    ...plan.names.map((name) => `“${name}”`),
    ...plan.files.map((file) => `-r ${shown(file)}`),
    ...plan.packages.map((place) => `-e ${shown(place)}`),
  ]
  const all = wanted.length > 0 ? wanted.join(' ') : 'langgraph'
  return `python3 -m venv .venv && .venv/bin/pip install ${all}`
}
