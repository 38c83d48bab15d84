import { randomUUID } from 'node:crypto'
import type { NamedTarget } from '../../../contract/qa/sessions.ts'
import type { FeedbackSubmission } from '../../../contract/tracing/feedback.ts'
import { first, type Queryable } from '../../db/database.ts'
import { jsonb } from '../../db/jsonb.ts'
import type { WantedPost } from './wanted-posts.ts'

/** Stands for what is posted while nobody knows: it was sent, and no answer came yet. */
const unknown = jsonb('?')

/** Something to post that is this process's for a while. */
export interface ClaimedPost extends Omit<WantedPost, 'wanted'> {
  post_id: string
  session_id: string
  wanted: FeedbackSubmission | null
  token_hash: string | null
  tries: number
}

/** From now on this is to stand of what some reviewers said of some cases; what stood there else is to go. */
export async function wantPosts(
  tx: Queryable,
  sessionId: string,
  scope: readonly { case_index: number; reviewer: string }[],
  wanted: readonly WantedPost[],
  at: Date,
): Promise<void> {
  const rows = wanted.map((one) => ({ ...one, post_id: randomUUID() }))
  await tx.query(
    `update qa_posts p set wanted = null, next_try_at = $4, tries = 0, problem = null
     from jsonb_to_recordset($2::jsonb) as s (case_index int, reviewer text)
     where p.session_id = $1 and p.case_index = s.case_index and p.reviewer = s.reviewer
       and p.wanted is not null and not exists (
         select 1 from jsonb_to_recordset($3::jsonb)
           as w (case_index int, reviewer text, target int, run_id uuid, feedback_key text)
         where w.case_index = p.case_index and w.reviewer = p.reviewer and w.target = p.target
           and w.run_id = p.run_id and w.feedback_key = p.feedback_key)`,
    [sessionId, jsonb(scope), jsonb(rows), at],
  )
  await tx.query(
    `insert into qa_posts (post_id, session_id, case_index, target, reviewer, run_id, feedback_key, wanted, next_try_at)
     select w.post_id, $1, w.case_index, w.target, w.reviewer, w.run_id, w.feedback_key, w.wanted, $3
     from jsonb_to_recordset($2::jsonb) as w (post_id uuid, case_index int, target int, reviewer text,
       run_id uuid, feedback_key text, wanted jsonb)
     on conflict (session_id, case_index, target, reviewer, run_id, feedback_key)
     do update set wanted = excluded.wanted, next_try_at = excluded.next_try_at, tries = 0, problem = null
     where qa_posts.wanted is distinct from excluded.wanted`,
    [sessionId, jsonb(rows), at],
  )
}

/** Takes what is due, for `untilMs` milliseconds. */
export async function claimPosts(
  db: Queryable,
  { count, at, untilMs }: { count: number; at: Date; untilMs: number },
): Promise<ClaimedPost[]> {
  return db.query<ClaimedPost>(
    `update qa_posts set claimed_until = $3 where post_id in (
       select post_id from qa_posts where wanted is distinct from posted and next_try_at <= $2
         and (claimed_until is null or claimed_until < $2)
       order by next_try_at limit $1 for update skip locked)
     returning post_id, session_id, case_index, target, reviewer, run_id, feedback_key, wanted, token_hash, tries`,
    [count, at, new Date(at.getTime() + untilMs)],
  )
}

/** It is about to be sent to the address with this hash. What stands there is not known until an answer has come. */
export async function beginPost(db: Queryable, postId: string, tokenHash: string): Promise<void> {
  await db.query('update qa_posts set token_hash = $2, posted = $3::jsonb where post_id = $1', [
    postId,
    tokenHash,
    unknown,
  ])
}

/** It stands there. What was changed meanwhile is still to be posted. */
export async function endPost(
  db: Queryable,
  postId: string,
  posted: FeedbackSubmission | null,
): Promise<void> {
  await db.query(
    `update qa_posts set posted = $2, claimed_until = null, problem = null, tries = 0
     where post_id = $1`,
    [postId, jsonb(posted)],
  )
  await db.query('delete from qa_posts where post_id = $1 and wanted is null and posted is null', [
    postId,
  ])
}

/** Its run is gone, so nothing can stand there. */
export async function dropPost(db: Queryable, postId: string): Promise<void> {
  await db.query('delete from qa_posts where post_id = $1', [postId])
}

export async function failPost(
  db: Queryable,
  postId: string,
  { problem, nextTryAt }: { problem: string; nextTryAt: Date },
): Promise<void> {
  await db.query(
    `update qa_posts set problem = $2, tries = tries + 1, next_try_at = $3, claimed_until = null
     where post_id = $1`,
    [postId, problem, nextTryAt],
  )
}

/** How many verdicts of a session could not be posted yet, and why the last one could not; null for none. */
export async function readUnposted(
  db: Queryable,
  sessionId: string,
): Promise<{ verdicts: number; why: string } | null> {
  const rows = await db.query<{ verdicts: number; why: string | null }>(
    `select count(distinct (case_index, reviewer))::int as verdicts,
       (array_agg(problem order by next_try_at desc))[1] as why
     from qa_posts where session_id = $1 and wanted is distinct from posted and problem is not null`,
    [sessionId],
  )
  const row = first(rows)
  return row?.why ? { verdicts: row.verdicts, why: row.why } : null
}

/** The last run of each attempt, by the attempt's id. */
export async function lastRuns(
  db: Queryable,
  attemptIds: readonly string[],
): Promise<Map<string, string>> {
  const rows = await db.query<{ attempt_id: string; run_id: string | null }>(
    `select attempt_id, run_ids ->> -1 as run_id from qa_attempts
     where attempt_id = any($1::uuid[])`,
    [attemptIds],
  )
  return new Map(rows.flatMap(({ attempt_id, run_id }) => (run_id ? [[attempt_id, run_id]] : [])))
}

/** Where a post's run is: its target and thread; null when session or attempt are gone. */
export async function findPlace(
  db: Queryable,
  { session_id, case_index, target, run_id }: ClaimedPost,
): Promise<{ target: NamedTarget; thread_id: string } | null> {
  const rows = await db.query<{ targets: NamedTarget[]; thread_id: string | null }>(
    `select q.targets, a.thread_id from qa_sessions q join qa_attempts a on a.session_id = q.session_id
     where q.session_id = $1 and a.case_index = $2 and a.target = $3 and a.run_ids ? $4 limit 1`,
    [session_id, case_index, target, run_id],
  )
  const row = first(rows)
  const at = row?.targets[target]
  return row?.thread_id && at ? { target: at, thread_id: row.thread_id } : null
}
