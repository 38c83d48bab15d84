import type { LogLevel } from '../../../contract/control-plane/revisions.ts'
import type { Database } from '../../db/database.ts'
import { storableText } from '../../storable-text.ts'
import { insertLogLines, type LogLine, pruneLog } from '../revisions/log-store.ts'

/** The log of one revision, by its two published types. Lines appear in the order of the calls. */
export interface RevisionLog {
  build(message: string, level?: LogLevel): void
  deploy(message: string, level?: LogLevel, runId?: string): void
}

/** Lines are written in batches, this long after the first of them at the latest. */
const batchMs = 200
const batchLines = 500
/** More than this wait only when a project prints without end. */
const waitingLines = 5_000
const messageLimit = 8_000
/** How many lines a revision keeps: an executor may talk for months. */
const keptLines = 20_000
const pruneEvery = 2_000

const isUuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Writes the logs of all revisions. */
export class RolloutLogs {
  private readonly open = new Map<string, OpenLog>()
  private readonly deps: { database: Database; now: () => Date; report: (error: Error) => void }

  constructor(deps: { database: Database; now: () => Date; report: (error: Error) => void }) {
    this.deps = deps
  }

  /** `redact` is applied to every line before it goes anywhere. */
  of(revisionId: string, redact: (text: string) => string): RevisionLog {
    const add = (type: LogLine['type'], level: LogLevel, message: string, runId?: string) => {
      const text = storableText(redact(message)).slice(0, messageLimit)
      this.log(revisionId).add({
        type,
        level,
        message: text,
        run_id: runId && isUuid.test(runId) ? runId : null,
        at: this.deps.now(),
      })
    }
    return {
      build: (message, level = 'INFO') => add('build', level, message),
      deploy: (message, level = 'INFO', runId) => add('deploy', level, message, runId),
    }
  }

  /** Resolves when every line so far is in the database. */
  async flush(revisionId?: string): Promise<void> {
    const logs = revisionId ? [this.open.get(revisionId)] : [...this.open.values()]
    await Promise.all(logs.map((log) => log?.flush()))
  }

  private log(revisionId: string): OpenLog {
    const known = this.open.get(revisionId)
    if (known) return known
    const fresh = new OpenLog(revisionId, this.deps)
    this.open.set(revisionId, fresh)
    return fresh
  }
}

class OpenLog {
  private lines: LogLine[] = []
  private leftOut = 0
  private timer: NodeJS.Timeout | undefined
  private writing: Promise<void> | undefined
  private written = 0
  private readonly revisionId: string
  private readonly deps: { database: Database; report: (error: Error) => void }

  constructor(revisionId: string, deps: { database: Database; report: (error: Error) => void }) {
    this.revisionId = revisionId
    this.deps = deps
  }

  add(line: LogLine): void {
    if (this.lines.length >= waitingLines) {
      this.leftOut += 1
      return
    }
    if (this.leftOut > 0) {
      const message = `${this.leftOut} lines were left out: they came faster than they can be kept.`
      this.leftOut = 0
      this.lines.push({ ...line, level: 'WARNING', message, run_id: null })
    }
    this.lines.push(line)
    if (this.lines.length >= batchLines) void this.flush()
    else this.timer ??= setTimeout(() => void this.flush(), batchMs)
  }

  flush(): Promise<void> {
    clearTimeout(this.timer)
    this.timer = undefined
    this.writing ??= this.drain().finally(() => {
      this.writing = undefined
      // Lines that came just when it was about to end.
      return this.lines.length > 0 ? this.flush() : undefined
    })
    return this.writing
  }

  private async drain(): Promise<void> {
    while (this.lines.length > 0) {
      const batch = this.lines.splice(0, batchLines)
      try {
        await insertLogLines(this.deps.database, this.revisionId, batch)
        this.written += batch.length
        if (this.written < pruneEvery) continue
        this.written = 0
        await pruneLog(this.deps.database, this.revisionId, keptLines)
      } catch (error) {
        this.deps.report(error as Error)
      }
    }
  }
}
