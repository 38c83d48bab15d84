import { stat } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { sentenceOf } from '../sentence-of.ts'
import { lineWithin } from './line-within.ts'

/** What of a project cannot be loaded, in a sentence; `cause` is what user code threw, if it did. */
export class LoadError extends Error {
  constructor(sentence: string, cause?: unknown) {
    super(sentence, { cause })
    this.name = 'LoadError'
  }
}

/** Why what an address names cannot be had, in a sentence; `cause` is what user code threw. */
export class ExportError extends Error {
  constructor(problem: string, cause?: unknown) {
    super(problem, { cause })
    this.name = 'ExportError'
  }
}

/** What an address of a langgraph.json stands for, and where it is. */
export interface ProjectExport {
  value: unknown
  /** The file as it is written, and absolute; the name of the export. */
  place: string
  file: string
  name: string
}

/** Loads what `./file.ts:export` names; `default` where no export is named. Rejects with an ExportError. */
export async function loadExport(directory: string, address: string): Promise<ProjectExport> {
  const colon = address.lastIndexOf(':')
  const place = colon > 0 ? address.slice(0, colon) : address
  const name = colon > 0 ? address.slice(colon + 1) : 'default'
  const file = path.resolve(directory, place)
  const isFile = await stat(file).then(
    (found) => found.isFile(),
    () => false,
  )
  if (!isFile) throw new ExportError(`there is no file ${place}.`)
  const value = exportOf(await importModule(place, file, directory), name)
  if (value === undefined || value === null) {
    throw new ExportError(`${place} has no export named “${name}”.`)
  }
  return { value, place, file, name }
}

async function importModule(place: string, file: string, directory: string): Promise<object> {
  try {
    return (await import(pathToFileURL(file).href)) as object
  } catch (error) {
    // Where the project lies on this machine is nobody's business.
    const sentence = sentenceOf(error)
      .replaceAll(file, place)
      .replaceAll(directory + path.sep, '')
    const line = lineWithin(directory, error)
    const where = line ? ` at ${line}` : ''
    throw new ExportError(`${place} failed with “${sentence}”${where}`, error)
  }
}

/** CommonJS modules show their exports on `default` when they cannot be told apart in advance. */
function exportOf(module: object, name: string): unknown {
  const named = module as Record<string, unknown>
  const inner = named.default as Record<string, unknown> | null | undefined
  const isWrapped = typeof inner === 'object' && inner !== null && name in inner
  if (name === 'default') return isWrapped ? inner.default : named.default
  return named[name] ?? (isWrapped ? inner[name] : undefined)
}
