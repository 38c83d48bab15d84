import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import path from 'node:path'
import type { FileSystem, FileSystemEntries } from 'typescript/unstable/fs'

/**
 * The files of a project with some more that are nowhere on the disk. Packages that it may use without having them
 * are found as if they were installed beside it.
 */
export class ProjectFiles implements FileSystem {
  readonly #added: Record<string, string>
  /** Where packages would be, and where those are that the project does not have. */
  readonly #modules: string
  readonly #library: string | null

  constructor(directory: string, library: string | null, added: Record<string, string>) {
    this.#added = added
    this.#modules = path.join(directory, 'node_modules')
    this.#library = library && path.join(library, 'node_modules')
  }

  /** The nearest file of a name, from a folder on upwards; null where there is none. */
  static nearest(folder: string, name: string): string | null {
    const file = path.join(folder, name)
    if (existsSync(file)) return file
    const around = path.dirname(folder)
    return around === folder ? null : ProjectFiles.nearest(around, name)
  }

  readonly readFile = (file: string): string | undefined => {
    if (file in this.#added) return this.#added[file]
    const lent = this.#lent(file)
    return lent ? readFileSync(lent, 'utf8') : undefined
  }

  readonly fileExists = (file: string): boolean | undefined => {
    if (file in this.#added) return true
    const lent = this.#lent(file)
    return lent ? statSync(lent).isFile() : undefined
  }

  readonly directoryExists = (folder: string): boolean | undefined => {
    const lent = this.#lent(folder)
    return lent ? statSync(lent).isDirectory() : undefined
  }

  readonly getAccessibleEntries = (folder: string): FileSystemEntries | undefined => {
    const lent = this.#lent(folder)
    if (!lent) return undefined
    const entries = readdirSync(lent).map(
      (name) => [name, statSync(path.join(lent, name))] as const,
    )
    return {
      files: entries.flatMap(([name, found]) => (found.isFile() ? name : [])),
      directories: entries.flatMap(([name, found]) => (found.isDirectory() ? name : [])),
    }
  }

  readonly realpath = (place: string): string | undefined => {
    const lent = this.#lent(place)
    return lent ? realpathSync(lent) : undefined
  }

  /** What stands for a place among the project's packages where the project has nothing. */
  #lent(place: string): string | null {
    if (this.#library === null || `${place}/`.startsWith(`${this.#modules}/`) === false) return null
    const stand = path.join(this.#library, path.relative(this.#modules, place))
    return !existsSync(place) && existsSync(stand) ? stand : null
  }
}
