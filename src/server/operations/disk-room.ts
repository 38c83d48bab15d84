import { statfs } from 'node:fs/promises'
import path from 'node:path'
import { StartError } from '../start-error.ts'

/** How much room a disk has, in bytes. */
export type FreeBytes = () => Promise<number>

const megabyte = 1024 * 1024
/** With less than this the embedded database cannot count on storing anything: its log grows by so much at once. */
const fullBelow = 20 * megabyte
/** What the files of a new database need. */
const newNeeds = 128 * megabyte

/** The room that this process has on the disk of a folder. */
export function freeBytesAt(folder: string): FreeBytes {
  return async () => {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize
  }
}

/** Throws a StartError where there is no room for the embedded database, which would end in the middle of a write. */
export async function refuseFullDisk(
  database: { folder: string; isNew: boolean },
  freeBytes: FreeBytes = freeBytesAt(path.dirname(database.folder)),
): Promise<void> {
  const free = await freeBytes()
  const needed = database.isNew ? newNeeds : fullBelow
  if (free >= needed) return
  throw new StartError(
    `The disk of ${path.dirname(database.folder)} is full: ${inMegabytes(free)} are free, and the database needs ${inMegabytes(needed)} to start. Make room there, or choose another folder with --data or QUARTERDECK_HOME.`,
  )
}

interface DiskState {
  state: 'ok' | 'low' | 'full'
  /** In bytes. */
  free: number
  /** `ok`, or how much is left; tells no path. */
  words: string
}

/** What the room left means; `warnBelow` is where it begins to be little. */
function diskState(free: number, warnBelow: number): DiskState {
  const left = `${inMegabytes(free)} are free`
  if (free < fullBelow) return { state: 'full', free, words: `full: ${left}` }
  if (free < warnBelow) return { state: 'low', free, words: `nearly full: ${left}` }
  return { state: 'ok', free, words: 'ok' }
}

/** Looks at the disk, and says so once when it becomes little, full, or enough again. */
export class DiskWatch {
  /** Less is told, in bytes. */
  readonly warnBelow: number
  readonly #freeBytes: FreeBytes
  readonly #warn: (sentence: string) => void
  #told: DiskState['state'] = 'ok'
  #last: DiskState | null = null

  constructor(options: {
    freeBytes: FreeBytes
    warnBelowMegabytes: number
    warn: (sentence: string) => void
  }) {
    this.#freeBytes = options.freeBytes
    this.warnBelow = options.warnBelowMegabytes * megabyte
    this.#warn = options.warn
  }

  async look(): Promise<DiskState> {
    const found = diskState(await this.#freeBytes(), this.warnBelow)
    this.#last = found
    if (found.state === this.#told) return found
    this.#told = found.state
    if (found.state === 'ok') this.#warn('The disk of the data directory has room again.')
    else this.#warn(`The disk of the data directory is ${found.words}. Make room there.`)
    return found
  }

  /** What was free at the last look; null before the first. */
  get lastFree(): number | null {
    return this.#last?.free ?? null
  }
}

function inMegabytes(bytes: number): string {
  return `${Math.floor(bytes / megabyte)} MB`
}
