import { randomInt, randomUUID } from 'node:crypto'
import type * as z from 'zod/mini'
import type { Case } from '../../../contract/qa/cases.ts'
import { type createSession, sessionLimits } from '../../../contract/qa/sessions.ts'
import { HttpError, invalidField } from '../../http/http-error.ts'
import { type GridCell, insertAttempts } from '../attempts/attempt-store.ts'
import type { QaContext } from '../qa-context.ts'
import { insertSession } from '../session-store.ts'
import { unknownSuite } from '../suites/suite-routes.ts'
import { findSuite } from '../suites/suite-store.ts'
import { readTargets } from './read-targets.ts'

type Asked = z.output<(typeof createSession)['body']>

/**
 * Records a session with its attempts, which wait then. Answers its id. Throws 404 for a suite that is not there, 422 at the field that cannot be
 * done.
 */
export async function makeSession(
  qa: QaContext,
  asked: Asked,
  createdBy: string | null,
): Promise<string> {
  const { database, now, servers } = qa
  const suite = await findSuite(database, asked.suite_id, asked.suite_version)
  if (!suite) throw unknownSuite()
  const chosen = chosenCases(suite.cases, asked.tags)
  checkCount(chosen.length, asked)
  const passes_needed = asked.passes_needed ?? Math.floor(asked.repeats / 2) + 1
  if (passes_needed > asked.repeats) {
    const said = `At most the ${asked.repeats} repeats can pass.`
    throw invalidField(['body', 'passes_needed'], said)
  }
  const withEffects = chosen.filter(({ one }) => one.has_side_effects)
  if (withEffects.length > 0 && !asked.accepts_side_effects) {
    const keys = withEffects.slice(0, 5).map(({ one }) => one.key)
    const more = withEffects.length > keys.length ? ' and others' : ''
    throw invalidField(
      ['body', 'accepts_side_effects'],
      `These cases have side effects: ${keys.join(', ')}${more}. Say that they may be run.`,
    )
  }
  const reviewers = await knownReviewers(qa, asked.reviewers)
  const targets = await readTargets(servers, asked.targets)
  const session_id = randomUUID()
  const cells: GridCell[] = chosen.flatMap(({ one, index }) =>
    numbers(asked.repeats).flatMap((repeat) =>
      targets.map((_, target) => ({
        case_index: index,
        case_key: one.key,
        target,
        repeat: repeat + 1,
      })),
    ),
  )
  await database.transaction(async (tx) => {
    await insertSession(tx, {
      session_id,
      name: asked.name ?? suite.name,
      suite_id: suite.suite_id,
      suite_name: suite.name,
      suite_version: suite.version,
      case_indexes: chosen.map(({ index }) => index),
      targets,
      repeats: asked.repeats,
      passes_needed,
      is_blind: asked.is_blind && targets.length > 1,
      reviewers,
      seed: asked.seed ?? randomInt(2 ** 31 - 1),
      caps: asked.caps,
      has_side_effects: withEffects.length > 0,
      created_at: now(),
      created_by: createdBy,
    })
    await insertAttempts(tx, session_id, cells)
  })
  return session_id
}

/** As people sign in. Throws 422 for a name that nobody can sign in under: the session would wait for them for ever. */
async function knownReviewers(qa: QaContext, asked: readonly string[]): Promise<string[]> {
  const names = [...new Set(asked.map((name) => name.trim().toLowerCase()))]
  const unknown = await qa.unknownNames(names)
  if (unknown.length === 0) return names
  const said = unknown.map((name) => `“${name}”`).join(', ')
  throw invalidField(['body', 'reviewers'], `There is no user ${said}.`)
}

function chosenCases(cases: readonly Case[], tags: readonly string[]) {
  return cases
    .map((one, index) => ({ one, index }))
    .filter(({ one }) => tags.length === 0 || one.tags.some((tag) => tags.includes(tag)))
}

function checkCount(cases: number, { targets, repeats, tags }: Asked): void {
  if (cases === 0) {
    if (tags.length > 0) throw invalidField(['body', 'tags'], 'No case has one of these tags.')
    throw invalidField(['body', 'suite_id'], 'The suite has no cases yet.')
  }
  const attempts = cases * targets.length * repeats
  if (attempts <= sessionLimits.attempts) return
  const most = sessionLimits.attempts.toLocaleString('en')
  throw new HttpError(422, [
    {
      loc: ['body', 'repeats'],
      msg: `${counted(cases, 'case')} × ${counted(targets.length, 'target')} × ${counted(repeats, 'repeat')} are ${attempts.toLocaleString('en')} attempts. A session has at most ${most}.`,
      type: 'value_error',
    },
  ])
}

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index)
