import { realpath, stat } from 'node:fs/promises'
import path from 'node:path'
import { RolloutFailure } from '../../rollout-failure.ts'
import type { Language } from './known-keys.ts'

/** A file of a JavaScript or TypeScript project. */
export const scriptFile = /\.[cm]?[jt]sx?$/

/** Where a checkout and its langgraph.json are, absolute and real, and what its graphs are written in. */
export interface Checkout {
  root: string
  folder: string
  configPath: string
  language: Language
}

/** `./agent.py`, and the module form `package.module`. */
export function isPython(file: string): boolean {
  return file.endsWith('.py') || isPythonModule(file)
}

/** Where it is, the project's environment decides. */
export function isPythonModule(file: string): boolean {
  return /^\w+(\.\w+)*$/.test(file) && !scriptFile.test(file) && !file.endsWith('.py')
}

/**
 * Checks an export that a langgraph.json names beside the graphs, in their language, as `./file.ts:export`, and answers
 * it. Throws a RolloutFailure (CREATE_FAILED) where it is written otherwise, and as `checkFile`.
 */
export async function checkPlace(
  key: string,
  place: unknown,
  { root, folder, configPath, language }: Checkout,
): Promise<string> {
  const isCode = language === 'python' ? isPython : (file: string) => scriptFile.test(file)
  const split = typeof place === 'string' ? place.lastIndexOf(':') : -1
  const file = typeof place === 'string' ? place.slice(0, split) : ''
  if (typeof place !== 'string' || split < 1 || split === place.length - 1 || !isCode(file)) {
    const example = language === 'python' ? './file.py:name' : './file.ts:export'
    fail(`“${key}” in ${configPath} must be written as “${example}”.`)
  }
  if (!isPythonModule(file)) await checkFile(key, file, { root, folder, configPath })
  return place
}

/**
 * Checks that a file which a langgraph.json names lies in the repository; one that a build writes may be missing as yet.
 * Throws a RolloutFailure (CREATE_FAILED).
 */
export async function checkFile(
  key: string,
  file: string,
  { root, folder, configPath }: Pick<Checkout, 'root' | 'folder' | 'configPath'>,
): Promise<void> {
  const absolute = path.resolve(folder, file)
  const real = await realpath(absolute).catch(() => absolute)
  if (path.isAbsolute(file) || !isInside(root, absolute) || !isInside(root, real)) {
    fail(`“${key}” in ${configPath} leads out of the repository: ${file}.`)
  }
  const isOther = await stat(real).then(
    (found) => !found.isFile(),
    () => false,
  )
  if (isOther) fail(`“${key}” in ${configPath} names ${file}, which is not a file.`)
}

/**
 * Checks a folder that a langgraph.json names and answers it, absolute and real; it may be beside that of the
 * langgraph.json. Throws a RolloutFailure (CREATE_FAILED) where it is none, or leads out of the repository.
 */
export async function checkFolder(
  what: string,
  place: string,
  { root, folder, configPath }: Checkout,
): Promise<string> {
  const found = await realpath(path.resolve(folder, place)).catch(() => null)
  if (found === null || !(await stat(found)).isDirectory()) {
    fail(`${what} in ${configPath} is not a folder of the repository.`)
  }
  if (found !== root && !isInside(root, found)) {
    fail(`${what} in ${configPath} leads out of the repository.`)
  }
  return found
}

/** What is not a list of folders and names. */
export function dependenciesFault(configPath: string): RolloutFailure {
  return new RolloutFailure(
    'CREATE_FAILED',
    `“dependencies” in ${configPath} must be a list of texts: folders and requirements.`,
  )
}

export function isInside(root: string, file: string): boolean {
  const relative = path.relative(root, file)
  return relative !== '' && !relative.startsWith('..') && !path.isAbsolute(relative)
}

function fail(reason: string): never {
  throw new RolloutFailure('CREATE_FAILED', reason)
}
