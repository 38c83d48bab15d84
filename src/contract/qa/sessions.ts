import * as z from 'zod/mini'
import { endpoint, noContent } from '../endpoint.ts'
import { id, queryInteger } from '../query.ts'
import { AttemptSummary } from './attempts.ts'
import { RubricItem } from './suites.ts'

/** What a session may ask for. */
export const sessionLimits = { attempts: 20_000, repeats: 20, at_once: 16 } as const

/** Who answers: an assistant of a deployment; on the local stack of any kept build of it, with or without traffic. */
export const Target = z.strictObject({
  connection_id: z.string().check(z.minLength(1)),
  deployment_id: z.string().check(z.minLength(1)),
  /** A build beside the one that serves; absent or null: what serves. */
  revision_id: z.nullish(id),
  /** An assistant's id or the name of a graph. */
  assistant_id: z.string().check(z.minLength(1, 'Choose an assistant.')),
})
export type Target = z.infer<typeof Target>

/** A target as it was when the session began. */
const NamedTarget = z.looseObject({
  ...Target.shape,
  deployment_name: z.string(),
  assistant_name: z.string(),
  /** What its connection was called; absent in sessions that began before that was kept. */
  connection_name: z.nullish(z.string()),
  /** The commit of the revision that answers, where it is known. */
  commit: z.nullish(z.string()),
  /** The first line of its message, and the ref that it was built from, where the server tells. */
  commit_message: z.nullish(z.string()),
  ref: z.nullish(z.string()),
  /** Of a named revision the preview that answers: its threads and runs are there, instead of at the deployment. */
  preview_id: z.nullish(z.string()),
  /** The revision that served when the session began, where the target names none and the server tells. */
  served_revision_id: z.nullish(z.string()),
})
export type NamedTarget = z.infer<typeof NamedTarget>

const Caps = z.strictObject({
  /** Attempts at one time. */
  at_once: z._default(z.int().check(z.minimum(1), z.maximum(sessionLimits.at_once)), 4),
  /** No attempt begins after the session has run for so long; an attempt that takes longer than `attempt_seconds` ends. */
  seconds: z.nullish(z.int().check(z.positive())),
  /** No attempt begins once so many tokens were used. */
  tokens: z.nullish(z.int().check(z.positive())),
  attempt_seconds: z._default(z.int().check(z.minimum(1), z.maximum(3_600)), 300),
})

/** `closed`: judging is over, blind ones may be seen. */
export const sessionStatuses = ['running', 'paused', 'done', 'cancelled', 'closed'] as const
export type SessionStatus = (typeof sessionStatuses)[number]

const Tally = z.looseObject({
  /** Cases whose attempts have all ended. */
  ended_cases: z.number(),
  passed_cases: z.number(),
  ended_attempts: z.number(),
  attempts: z.number(),
  p50_ms: z.nullish(z.number()),
  tokens: z.number(),
})

const sessionShape = {
  session_id: z.string(),
  name: z.string(),
  suite_id: z.string(),
  suite_name: z.string(),
  suite_version: z.number(),
  case_count: z.number(),
  repeats: z.number(),
  /** How many of the repeats must pass for the case to pass. */
  passes_needed: z.number(),
  status: z.enum(sessionStatuses),
  /** Why it was paused or ended by itself: a cap, a target that is gone. */
  status_reason: z.nullish(z.string()),
  is_blind: z.boolean(),
  /** Names of users; empty: every operator. */
  reviewers: z.array(z.string()),
  /**
   * Whether what follows is hidden from whoever asks, who judges blind or has the role reviewer while the session is
   * not closed: then there are no targets and no tallies.
   */
  is_hidden: z.boolean(),
  targets: z.array(NamedTarget),
  tallies: z.array(Tally),
  attempts: z.number(),
  /** That came to an end: those that were cancelled did not. */
  ended_attempts: z.number(),
  tokens: z.nullish(z.number()),
  /** Of the asking reviewer: items to judge and judged. */
  to_judge: z.number(),
  judged: z.number(),
  /** Where they begin or go on: the place of the first case without a verdict of theirs, or of the first one. */
  review_index: z.nullish(z.number()),
  created_at: z.string(),
  created_by: z.nullish(z.string()),
  ended_at: z.nullish(z.string()),
  closed_at: z.nullish(z.string()),
}

export const SessionSummary = z.looseObject(sessionShape)
export type SessionSummary = z.infer<typeof SessionSummary>

export const Session = z.looseObject({
  ...sessionShape,
  rubric: z.array(RubricItem),
  seed: z.nullish(z.number()),
  caps: Caps,
  has_side_effects: z.boolean(),
  /** Verdicts that could not be posted as feedback on the runs yet, which is tried again; null where all were. */
  unposted: z.nullish(z.looseObject({ verdicts: z.number(), why: z.string() })),
})
export type Session = z.infer<typeof Session>

const params = z.object({ session_id: id })

/** Newest first; of one suite, and of one status, where they are named. To the role reviewer those that name whoever asks. */
export const listSessions = endpoint({
  name: 'listSessions',
  area: 'gateway',
  method: 'GET',
  path: '/gateway/qa/sessions',
  role: 'reviewer',
  isAudited: false,
  query: z.strictObject({
    suite_id: z.optional(id),
    status: z.optional(z.enum(sessionStatuses)),
    limit: z.optional(queryInteger(1, 200)),
    offset: z.optional(queryInteger(0, 1_000_000)),
  }),
  response: z.array(SessionSummary),
})

/**
 * Answers 201 and begins to run it. 422 for targets that are not there, too many attempts, and for cases with side
 * effects unless `accepts_side_effects`.
 */
export const createSession = endpoint({
  name: 'createQaSession',
  area: 'gateway',
  method: 'POST',
  path: '/gateway/qa/sessions',
  role: 'operator',
  isAudited: true,
  body: z.strictObject({
    suite_id: id,
    /** The newest when absent. */
    suite_version: z.optional(z.int()),
    /** The suite's name when absent. */
    name: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
    /** The second is the candidate where there are two: it is compared with the first. */
    targets: z
      .array(Target)
      .check(
        z.minLength(1, 'Choose a target.'),
        z.maxLength(2, 'A session compares two targets at most.'),
      ),
    repeats: z._default(
      z
        .int()
        .check(
          z.minimum(1),
          z.maximum(
            sessionLimits.repeats,
            `A case is repeated ${sessionLimits.repeats} times at most.`,
          ),
        ),
      1,
    ),
    /** More than half when absent. */
    passes_needed: z.optional(z.int().check(z.minimum(1))),
    reviewers: z._default(z.array(z.string()), []),
    is_blind: z._default(z.boolean(), false),
    /** Made up when absent. */
    seed: z.optional(z.int().check(z.minimum(0), z.maximum(2 ** 31 - 1))),
    caps: z._default(Caps, { at_once: 4, attempt_seconds: 300 }),
    accepts_side_effects: z._default(z.boolean(), false),
    /** Only the cases with one of these tags. */
    tags: z._default(z.array(z.string()), []),
  }),
  response: Session,
})

export const getQaSession = endpoint({
  name: 'getQaSession',
  area: 'gateway',
  method: 'GET',
  path: '/gateway/qa/sessions/{session_id}',
  role: 'reviewer',
  isAudited: false,
  params,
  response: Session,
})

export const sessionActions = ['pause', 'resume', 'cancel', 'run_failed_again', 'close'] as const
export type SessionAction = (typeof sessionActions)[number]

/**
 * `run_failed_again` makes new attempts of those that ended as failed, error or cancelled; what they were stays.
 * `close` of one that is paused ends what it has not tried. 409 with a sentence where the session's status does not
 * allow it, and for going on under a cap that is reached.
 */
export const changeSession = endpoint({
  name: 'changeQaSession',
  area: 'gateway',
  method: 'POST',
  path: '/gateway/qa/sessions/{session_id}/actions/{action}',
  role: 'operator',
  isAudited: true,
  params: z.object({ session_id: id, action: z.enum(sessionActions) }),
  response: Session,
})

/** Other caps for what has not begun; one that was reached pauses it no more, once it is resumed. 409 once it is closed. */
export const changeSessionCaps = endpoint({
  name: 'changeQaSessionCaps',
  area: 'gateway',
  method: 'PUT',
  path: '/gateway/qa/sessions/{session_id}/caps',
  role: 'operator',
  isAudited: true,
  params,
  body: Caps,
  response: Session,
})

/** Attempts and verdicts go with it. 204; 409 while it runs. */
export const deleteSession = endpoint({
  name: 'deleteQaSession',
  area: 'gateway',
  method: 'DELETE',
  path: '/gateway/qa/sessions/{session_id}',
  role: 'operator',
  isAudited: true,
  params,
  response: noContent,
})

/** What one case came to on the targets. */
const CaseRow = z.looseObject({
  case_key: z.string(),
  case_index: z.number(),
  tags: z.array(z.string()),
  first_message: z.string(),
  /** Share of words that differ between the first attempts of both targets, 0 to 1; null for one target or none yet. */
  differs: z.nullish(z.number()),
  /** The newest attempt of each cell, those of the first target first, in the order of the repeats. */
  attempts: z.array(AttemptSummary),
  /** What reviewers found better: `0`, `1`, `tie`, `bad`, each with how many. */
  better: z.record(z.string(), z.number()),
  /**
   * Of each target: how many reviewers marked it as passed, in all pass items that they marked, how many as failed, and
   * how many otherwise: as unsure, on a scale, with a word.
   */
  marked: z.nullish(
    z.array(
      z.looseObject({ passed: z.number(), failed: z.number(), otherwise: z.optional(z.number()) }),
    ),
  ),
  /** How many reviewers said anything of the case, a note alone too. */
  said_by: z.optional(z.number()),
})
export type CaseRow = z.infer<typeof CaseRow>

/**
 * The whole grid. 403 for whoever judges it blind, until it is closed or they have looked, and for the role reviewer
 * until it is closed.
 */
export const getGrid = endpoint({
  name: 'getQaGrid',
  area: 'gateway',
  method: 'GET',
  path: '/gateway/qa/sessions/{session_id}/grid',
  role: 'reviewer',
  isAudited: false,
  params,
  response: z.looseObject({ rows: z.array(CaseRow) }),
})
