import path from 'node:path'
import type { LogLevel } from '../../contract/control-plane/revisions.ts'
import type { FolderOutcome } from '../control-plane/rollout/folders/served-folder.ts'
import type { FolderListener } from './follow-folder.ts'

const patienceMs = 5_000
/** Frames of a stack that are not the project's. */
const isOurs =
  /^\s+at .*(\(|file:\/\/|\s)(node:|\S*\/(node_modules\/(tsx|esbuild)|src\/server\/executor)\/)/

/** What a person in front of the terminal reads of a folder that is served. */
export class FolderTerminal implements FolderListener {
  readonly #folder: string
  readonly #write: (line: string) => void
  readonly #hasColour: boolean
  #files: readonly string[] = []
  #liveSince: string | null = null
  #waiting: NodeJS.Timeout | undefined

  constructor(folder: string, write: (line: string) => void, hasColour: boolean) {
    this.#folder = folder
    this.#write = write
    this.#hasColour = hasColour
  }

  onLoading(files: readonly string[]): void {
    this.#files = files
    clearTimeout(this.#waiting)
    this.#waiting = setTimeout(() => {
      this.#line(
        'Still loading. A step at the top of a module takes long; save it again to begin anew.',
      )
    }, patienceMs).unref()
  }

  onOutcome(outcome: FolderOutcome, tookMs: number): void {
    if (outcome.outcome === 'superseded') return
    clearTimeout(this.#waiting)
    const seconds = (tookMs / 1000).toFixed(2)
    if (outcome.outcome === 'live') {
      this.#liveSince = clock()
      this.#line(`${this.#paint('live', 32)} after ${seconds} s${this.#shownFiles()}`)
      return
    }
    this.#line(`${this.#paint('not live', 31)}: ${outcome.reason}`)
    const serving = this.#liveSince
      ? `What was live at ${this.#liveSince} goes on serving.`
      : 'Nothing serves yet.'
    this.#write(`          ${serving} Save the file once it is put right.`)
  }

  onError(error: Error): void {
    this.#line(`${this.#paint('failed', 31)}: ${error.message}`)
  }

  /** What the project's own code prints. */
  onOutput(_level: LogLevel, message: string): void {
    for (const line of message.split('\n')) {
      if (!isOurs.test(line)) this.#write(`${this.#paint('  agent |', 90)} ${printable(line)}`)
    }
  }

  #shownFiles(): string {
    const names = this.#files.map((file) => path.relative(this.#folder, file))
    if (names.length === 0) return ''
    const more = names.length > 3 ? ` and ${names.length - 3} more` : ''
    return ` (${names.slice(0, 3).join(', ')}${more})`
  }

  #line(text: string): void {
    this.#write(`${clock()}  ${text}`)
  }

  #paint(text: string, code: number): string {
    return this.#hasColour ? `\u001b[${code}m${text}\u001b[0m` : text
  }
}

function clock(): string {
  return new Date().toTimeString().slice(0, 8)
}

/** Commands to the terminal are not for what an agent prints. */
function printable(line: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
  return line.replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '')
}
