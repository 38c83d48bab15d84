import { type AttemptSummary, attemptEnded } from '../../../contract/qa/attempts.ts'
import { type Case, firstMessage } from '../../../contract/qa/cases.ts'
import type { CaseRow } from '../../../contract/qa/sessions.ts'
import type { Queryable } from '../../db/database.ts'
import { listCells, listTranscripts } from '../attempts/attempt-store.ts'
import { markCounts } from '../case-outcome.ts'
import { saysAnything } from '../reviews/is-judged.ts'
import { listStanding } from '../reviews/verdict-store.ts'
import type { SessionRow } from '../session-store.ts'
import { readContent } from '../suites/suite-store.ts'
import type { VerdictRow } from '../verdict-row.ts'
import { wordsDiffer } from './words-differ.ts'

/** What differs between two ended attempts never changes, and reading what they said is the dear part of a grid. */
const mostKept = 20_000

/** Reads grids, and keeps what it has compared. */
export class GridReader {
  readonly #differs = new Map<string, number>()

  /** Every case of a session with what it came to. */
  async read(db: Queryable, session: SessionRow): Promise<CaseRow[]> {
    const { cases } = await readContent(db, session.suite_id, session.suite_version)
    const attempts = byCase(await listCells(db, session.session_id))
    const verdicts = byCase(await listStanding(db, [session.session_id]))
    const pairs = new Map(
      session.case_indexes.flatMap((index) => {
        const pair = pairOf(attempts.get(index) ?? [])
        return pair ? [[index, pair] as const] : []
      }),
    )
    await this.#compare(db, [...pairs.values()])
    return session.case_indexes.flatMap((index) => {
      const one = cases[index]
      if (!one) return []
      const pair = pairs.get(index)
      return [
        row(
          one,
          index,
          attempts.get(index) ?? [],
          verdicts.get(index) ?? [],
          pair ? this.#known(pair) : null,
          session,
        ),
      ]
    })
  }

  #known(pair: Pair): number | null {
    return this.#differs.get(pair.join()) ?? null
  }

  async #compare(db: Queryable, pairs: readonly Pair[]): Promise<void> {
    const fresh = pairs.filter((pair) => !this.#differs.has(pair.join()))
    if (fresh.length === 0) return
    if (this.#differs.size + fresh.length > mostKept) this.#differs.clear()
    const said = await listTranscripts(db, fresh.flat())
    for (const pair of fresh) {
      const [one, other] = pair
      this.#differs.set(pair.join(), wordsDiffer(said.get(one) ?? [], said.get(other) ?? []))
    }
  }
}

type Pair = [string, string]

/** The first repeats of both targets once they have ended. */
function pairOf(attempts: readonly AttemptSummary[]): Pair | null {
  const first = (target: number) =>
    attempts.find((one) => one.target === target && one.repeat === 1 && attemptEnded(one))
  const [one, other] = [first(0), first(1)]
  return one && other ? [one.attempt_id, other.attempt_id] : null
}

function row(
  one: Case,
  case_index: number,
  attempts: AttemptSummary[],
  verdicts: readonly VerdictRow[],
  differs: number | null,
  { rubric, targets }: SessionRow,
): CaseRow {
  const better: Record<string, number> = {}
  for (const verdict of verdicts) {
    if (verdict.better) better[verdict.better] = (better[verdict.better] ?? 0) + 1
  }
  const marked = targets.map((_, target) => {
    const marks = verdicts.map((verdict) => verdict.marks[target] ?? {})
    const { passed, failed, otherwise } = markCounts(rubric, marks)
    return { passed, failed, otherwise }
  })
  const said_by = verdicts.filter(saysAnything).length
  const { key: case_key, tags } = one
  const first_message = firstMessage(one).slice(0, 300)
  return { case_key, case_index, tags, first_message, differs, attempts, better, marked, said_by }
}

function byCase<T extends { case_index: number }>(rows: readonly T[]): Map<number, T[]> {
  const found = new Map<number, T[]>()
  for (const one of rows) {
    const own = found.get(one.case_index)
    if (own) own.push(one)
    else found.set(one.case_index, [one])
  }
  return found
}
