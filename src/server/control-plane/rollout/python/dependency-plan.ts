import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { exists } from '../exists.ts'
import type { PythonProject } from './read-python-config.ts'

/** What is installed for a project's `dependencies`, in the order of the vendor's builds. */
export interface DependencyPlan {
  /** Requirements by name or address. */
  names: string[]
  /** Absolute paths of requirements.txt files. */
  files: string[]
  /** Absolute folders with packaging of their own. */
  packages: string[]
  /** Absolute folders without: their modules are found from here. */
  paths: string[]
  /** Absolute folders that are modules themselves, found by their names. */
  modules: string[]
  /** The project's lock of uv, where it covers all of that. Absolute. */
  uvLock: string | null
  /** Sentences about what is left out. */
  warnings: string[]
}

/**
 * Sorts the dependencies of a project. A folder with a pyproject.toml or a setup.py is a package; any other is
 * put on the path, with its requirements.txt. One that is a package itself (`__init__.py`) is found by its
 * folder's name, the repository's own folder by the repository's name.
 */
export async function planDependencies(
  project: PythonProject,
  folder: string,
): Promise<DependencyPlan> {
  const plan: DependencyPlan = {
    names: [],
    files: [],
    packages: [],
    paths: [],
    modules: [],
    uvLock: null,
    warnings: [],
  }
  for (const dependency of project.dependencies) {
    if (!dependency.startsWith('.')) {
      plan.names.push(dependency)
      continue
    }
    const place = path.resolve(folder, dependency)
    if (await isPackage(place)) {
      plan.packages.push(place)
      const lock = path.join(place, 'uv.lock')
      if (await exists(lock)) plan.uvLock = lock
      if (await exists(path.join(place, 'poetry.lock'))) {
        plan.warnings.push('poetry.lock is not read: the versions of pyproject.toml are installed.')
      }
      continue
    }
    const requirements = path.join(place, 'requirements.txt')
    if (await exists(requirements)) plan.files.push(requirements)
    const isModule = await exists(path.join(place, '__init__.py'))
    if (isModule) plan.modules.push(place)
    else plan.paths.push(place)
  }
  // A lock covers one project, not what is named beside it.
  const isAll = plan.packages.length === 1 && plan.names.length + plan.files.length === 0
  return isAll ? plan : { ...plan, uvLock: null }
}

async function isPackage(folder: string): Promise<boolean> {
  for (const name of ['pyproject.toml', 'setup.py']) {
    if (await exists(path.join(folder, name))) return true
  }
  return false
}

/** Installing again installs the same: every requirement names its one version. */
export async function isPinned(plan: DependencyPlan): Promise<boolean> {
  if (plan.packages.length > 0) return false
  const texts = await Promise.all(plan.files.map((file) => readFile(file, 'utf8')))
  const lines = [...plan.names, ...texts.flatMap((text) => text.split(/\r?\n/))]
  const requirements = lines.map((line) => line.replace(/(^|\s)#.*$/, '').trim()).filter(Boolean)
  return requirements.every((line) => /^[\w.-]+(\[[^\]]*\])?==[\w.!+-]+(\s*;.*|\s+\\)?$/.test(line))
}
