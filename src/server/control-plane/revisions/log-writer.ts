import { CoalescedTask } from '../../cluster/coalesced-task.ts'
import type { Database } from '../../db/database.ts'
import { insertLogLines, type LogLine, pruneLog } from './log-store.ts'

/** Lines are written in batches, this long after the first of them at the latest. */
const batchMs = 200
const batchLines = 500
/** When the database did not take them, they are tried again after this. */
const againMs = 1_000
/** How much text of all logs together waits to be written: a process may print without end. */
const mostWaiting = 48_000_000
/** What a line takes beside its text. */
const perLine = 200
/** How much a log keeps of each type: an agent may talk for months. */
const kept = { lines: 120_000, bytes: 64_000_000 }
const pruneEvery = 10_000

/** The memory that lines have which wait to be written: one for all logs of a process. */
export class WaitingRoom {
  #taken = 0

  constructor(private readonly most = mostWaiting) {}

  /** Whether there is room for a line. */
  hasRoomFor(line: LogLine): boolean {
    return this.#taken + sizeOf(line) <= this.most
  }

  enter(line: LogLine): void {
    this.#taken += sizeOf(line)
  }

  leave(lines: readonly LogLine[]): void {
    for (const line of lines) this.#taken -= sizeOf(line)
  }
}

function sizeOf({ message }: LogLine): number {
  return message.length + perLine
}

interface WriterDeps {
  database: Database
  room: WaitingRoom
  /** More of it can be read. */
  onWritten: () => void
  report: (error: Error) => void
}

/**
 * Writes the log of one revision. Where lines come faster than they can be kept, a line in their place says how many
 * there were; while the database is away they wait.
 */
export class LogWriter {
  #lines: LogLine[] = []
  /** What was left out since the last line, by whose it was. */
  readonly #leftOut = new Map<string, { like: LogLine; count: number }>()
  #timer: NodeJS.Timeout | undefined
  #total = 0
  /** Since it was last seen how much the log keeps. */
  #unpruned = 0
  #isRefused = false
  readonly #writing: CoalescedTask
  readonly #revisionId: string
  readonly #deps: WriterDeps

  constructor(revisionId: string, deps: WriterDeps) {
    this.#revisionId = revisionId
    this.#deps = deps
    this.#writing = new CoalescedTask(() => this.#drain(), deps.report)
  }

  add(line: LogLine): void {
    if (!this.#deps.room.hasRoomFor(line)) {
      this.#leaveOut(line)
      return
    }
    this.#tellLeftOut()
    this.#push(line)
    if (this.#lines.length >= batchLines) void this.flush()
    else this.#timer ??= setTimeout(() => void this.flush(), batchMs)
  }

  /** Resolves when every line so far is in the database, or it does not take them. */
  flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    return this.#writing.request()
  }

  /** The last lines are written, and no more after them. */
  async close(): Promise<void> {
    await this.flush()
    await this.#writing.stop()
    clearTimeout(this.#timer)
  }

  #push(line: LogLine): void {
    this.#deps.room.enter(line)
    this.#lines.push(line)
  }

  #leaveOut(line: LogLine): void {
    const key = [line.type, line.stream, line.run_id].join()
    const count = (this.#leftOut.get(key)?.count ?? 0) + (line.dropped ?? 1)
    this.#leftOut.set(key, { like: line, count })
  }

  #tellLeftOut(): void {
    for (const { like, count } of this.#leftOut.values()) {
      const message = `${count} lines were left out: they came faster than they can be kept.`
      this.#push({ ...like, level: 'WARNING', message, dropped: count })
    }
    this.#leftOut.clear()
  }

  async #drain(): Promise<void> {
    const before = this.#total
    await this.#writeAll()
    if (this.#total > before) this.#deps.onWritten()
  }

  async #writeAll(): Promise<void> {
    for (;;) {
      if (this.#lines.length === 0) this.#tellLeftOut()
      const batch = this.#lines.slice(0, batchLines)
      if (batch.length === 0) return
      try {
        await insertLogLines(this.#deps.database, this.#revisionId, batch)
      } catch (error) {
        if (!this.#isRefused) this.#deps.report(error as Error)
        this.#isRefused = true
        this.#timer ??= setTimeout(() => void this.flush(), againMs).unref()
        return
      }
      this.#isRefused = false
      this.#lines.splice(0, batch.length)
      this.#deps.room.leave(batch)
      this.#total += batch.length
      await this.#prune(batch.length)
    }
  }

  async #prune(more: number): Promise<void> {
    this.#unpruned += more
    if (this.#unpruned < pruneEvery) return
    this.#unpruned = 0
    try {
      for (const type of ['build', 'deploy'] as const) {
        await pruneLog(this.#deps.database, this.#revisionId, type, kept)
      }
    } catch (error) {
      this.#deps.report(error as Error)
    }
  }
}
