import { stripVTControlCharacters } from 'node:util'
import type { LogLevel } from '../../../contract/control-plane/revisions.ts'
import { cutText } from '../../cut-text.ts'
import type { Database } from '../../db/database.ts'
import type { LogLine } from '../revisions/log-store.ts'
import { LogWriter, WaitingRoom } from '../revisions/log-writer.ts'

/** The log of one revision, by who writes it. Lines appear in the order of the calls. */
export interface RevisionLog {
  build(message: string, level?: LogLevel): void
  deploy(message: string, level?: LogLevel): void
  /** What the agent's process prints, and what becomes of it. Such a line is of the published type `deploy`. */
  agent(
    message: string,
    level: LogLevel,
    about: { runId?: string | undefined; dropped?: number | undefined },
  ): void
}

const messageLimit = 8_200

const isUuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

interface LogDeps {
  database: Database
  now: () => Date
  /** More of the log of a revision can be read. */
  onWritten: (revisionId: string) => void
  report: (error: Error) => void
}

/** Writes the logs of all revisions. */
export class RolloutLogs {
  readonly #open = new Map<string, LogWriter>()
  readonly #room = new WaitingRoom()
  readonly #deps: LogDeps

  constructor(deps: LogDeps) {
    this.#deps = deps
  }

  /** `redact` is applied to every line before it goes anywhere. */
  of(revisionId: string, redact: (text: string) => string): RevisionLog {
    const add = (line: Omit<LogLine, 'run_id' | 'dropped' | 'at'>, runId?: string, dropped = 0) => {
      this.#log(revisionId).add({
        ...line,
        message: storable(cutText(redacted(line.message, redact), messageLimit)),
        run_id: runId && isUuid.test(runId) ? runId : null,
        dropped: dropped || null,
        at: this.#deps.now(),
      })
    }
    return {
      build: (message, level = 'INFO') => add({ type: 'build', stream: 'build', level, message }),
      deploy: (message, level = 'INFO') =>
        add({ type: 'deploy', stream: 'deploy', level, message }),
      agent: (message, level, { runId, dropped }) =>
        add({ type: 'deploy', stream: 'agent', level, message }, runId, dropped),
    }
  }

  /** Resolves when every line so far is in the database. */
  async flush(revisionId?: string): Promise<void> {
    const logs = revisionId ? [this.#open.get(revisionId)] : [...this.#open.values()]
    await Promise.all(logs.map((log) => log?.flush()))
  }

  /** Resolves when what can be written is; nothing is written after it. */
  async close(): Promise<void> {
    await Promise.all([...this.#open.values()].map((log) => log.close()))
  }

  #log(revisionId: string): LogWriter {
    const known = this.#open.get(revisionId)
    if (known) return known
    const onWritten = () => this.#deps.onWritten(revisionId)
    const fresh = new LogWriter(revisionId, { ...this.#deps, room: this.#room, onWritten })
    this.#open.set(revisionId, fresh)
    return fresh
  }
}

/** Colours stay, unless they would take a secret apart so that it is not recognized. */
function redacted(message: string, redact: (text: string) => string): string {
  const plain = stripVTControlCharacters(message)
  const safe = redact(plain)
  return safe === plain ? message : safe
}

/** Without what PostgreSQL keeps in no text. */
function storable(text: string): string {
  return text.replaceAll('\0', '').replace(/\p{Surrogate}/gu, '\u{fffd}')
}
