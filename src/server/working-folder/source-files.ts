import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { ImportedLibrary } from '../executor/protocol/project-requests.ts'

/** What a project is made of: code, its configuration, and texts such as prompts. */
const sources =
  /\.(py|[cm]?[jt]sx?|css|json|jsonc|toml|ya?ml|md|txt|j2|jinja2?|prompt)$|(^|\/)(\.env(\.[\w-]+)?|\.gitignore)$/
const lockFiles = /(^|\/)(package-lock\.json|npm-shrinkwrap\.json|pnpm-lock\.yaml)$/

export function isSource(file: string): boolean {
  const name = file.split(path.sep).join('/')
  return sources.test(name) && !lockFiles.test(name)
}

/** The contents of a project's files, as far as it matters whether they are still the same. */
export class SourceFiles {
  readonly #digests = new Map<string, string>()
  readonly #imports = new Map<string, string[]>()

  /** Reads files again. Answers those whose content is another one, or that are gone or new. */
  async changedOf(files: Iterable<string>): Promise<string[]> {
    const changed = await Promise.all(
      [...files].map(async (file) => ((await this.#isChanged(file)) ? file : [])),
    )
    return changed.flat()
  }

  /** The packages that the files import, as far as that can be seen without running them; once for each folder. */
  libraries(): ImportedLibrary[] {
    const found = new Map<string, ImportedLibrary>()
    for (const [from, names] of this.#imports) {
      const place = `${path.dirname(from)} ${path.extname(from)}`
      for (const name of names) found.set(`${place} ${name}`, { name, from })
    }
    return [...found.values()]
  }

  async #isChanged(file: string): Promise<boolean> {
    const text = await readFile(file).catch(() => null)
    const digest = text === null ? undefined : createHash('sha256').update(text).digest('hex')
    if (digest === this.#digests.get(file)) return false
    if (digest === undefined || text === null) {
      this.#digests.delete(file)
      this.#imports.delete(file)
    } else {
      this.#digests.set(file, digest)
      this.#imports.set(file, importedBy(file, text.toString('utf8')))
    }
    return true
  }
}

const inPython = /^[ \t]*(?:from[ \t]+([\w.]+)[ \t]+import|import[ \t]+([\w.]+))/gm
const inJavaScript = /\b(?:from|import|require\()\s*['"]([^'"\s]+)['"]/g

/** Packages that a file names in its imports; relative ones are the project's own. */
function importedBy(file: string, text: string): string[] {
  const pattern = file.endsWith('.py')
    ? inPython
    : /\.[cm]?[jt]sx?$/.test(file)
      ? inJavaScript
      : null
  if (!pattern) return []
  const withoutTypes = text.replace(/^\s*import\s+type\s.*$/gm, '')
  return [...withoutTypes.matchAll(pattern)]
    .map(([, one, other]) => one ?? other ?? '')
    .filter((name) => name !== '' && !/^(\.|\/|node:|#)/.test(name))
}
