import { readFileSync } from 'node:fs'
import path from 'node:path'
import ignore, { type Ignore } from 'ignore'

/** Folders that hold packages, builds and caches: what is in them is not what somebody edits. */
const neverLooked = new Set([
  'node_modules',
  '.git',
  '.hg',
  '.svn',
  '.venv',
  'venv',
  '__pycache__',
  '.mypy_cache',
  '.pytest_cache',
  '.ruff_cache',
  '.tox',
  '.idea',
  '.vscode',
  '.next',
  '.turbo',
  '.cache',
  '.langgraph_api',
])
/** The same at the root only: deeper down such a name may be anything. */
const outputs = new Set(['dist', 'build', 'out', 'coverage'])

/**
 * Tells which paths below `root` nobody watches: packages, builds and caches by their names, environments of Python,
 * and what a `.gitignore` on the way says. What is in `named` (absolute) is watched in spite of all that.
 */
export class IgnoredPaths {
  readonly #root: string
  readonly #rules = new Map<string, Ignore | null>()
  readonly #named: readonly string[]

  constructor(root: string, named: readonly string[]) {
    this.#root = root
    this.#named = named
  }

  has(place: string): boolean {
    const within = path.relative(this.#root, place)
    if (within === '' || within.startsWith('..')) return false
    if (this.#named.some((one) => one === place || one.startsWith(place + path.sep))) return false
    const parts = within.split(path.sep)
    if (outputs.has(parts[0] ?? '') || parts.some((part) => neverLooked.has(part))) return true
    return parts.some((_part, index) => this.#isLeftOut(parts, index))
  }

  /** By the `.gitignore` of the folder that stands at `depth` parts from the root. */
  #isLeftOut(parts: string[], depth: number): boolean {
    const folder = path.join(this.#root, ...parts.slice(0, depth))
    const rules = this.#rulesOf(folder)
    if (!rules) return false
    const rest = parts.slice(depth).join('/')
    // Rules for folders end in a slash, and here it is not known what the path is.
    return rules.ignores(rest) || rules.ignores(`${rest}/`)
  }

  #rulesOf(folder: string): Ignore | null {
    const known = this.#rules.get(folder)
    if (known !== undefined) return known
    const rules = isEnvironment(folder) ? ignore().add('*') : readRules(folder)
    this.#rules.set(folder, rules)
    return rules
  }
}

function readRules(folder: string): Ignore | null {
  try {
    return ignore().add(readFileSync(path.join(folder, '.gitignore'), 'utf8'))
  } catch {
    return null
  }
}

/** An environment of Python, whatever it is called. */
function isEnvironment(folder: string): boolean {
  try {
    return readFileSync(path.join(folder, 'pyvenv.cfg')).length > 0
  } catch {
    return false
  }
}
