import type { Rule } from './rule.ts'

const rolloutClaims = ['test/server/control-plane/rollout-claims.test.ts']
const keptBuilds = ['test/server/control-plane/kept-builds.test.ts']
const attemptClaims = ['test/server/qa/attempt-claims.test.ts']
const postClaims = ['test/server/qa/post-claims.test.ts']
const reviewers = ['test/server/qa/reviewer-role.test.ts']
const deletions = ['test/server/deletions/deletions.test.ts']
const meanwhile = ['test/server/retention/meanwhile.test.ts']
const retention = ['test/server/retention/retention.test.ts']
const webhookClaims = ['test/server/agent-server/webhook-claims.test.ts']
const cronClaims = ['test/server/agent-server/cron-claims.test.ts']
const crons = ['test/server/agent-server/crons.test.ts']
const cancel = ['test/server/agent-server/cancel.test.ts']
const runClaims = ['test/server/agent-server/run-claims.test.ts']
const operators = ['test/server/gateway/operators.test.ts']
const takenOver = ['test/server/agent-server/taken-over.test.ts']
const threadTtl = ['test/server/agent-server/thread-ttl.test.ts']
const threadStates = ['test/server/agent-server/thread-states.test.ts']
const runSearch = ['test/server/agent-server/run-search.test.ts']
const threadFind = ['test/server/agent-server/thread-find.test.ts']
const oldConversations = ['test/server/embeds/old-conversations.test.ts']
const visitorSessions = ['test/server/embeds/visitor-sessions.test.ts']
const safety = ['test/server/embeds/safety.test.ts']
const embeds = ['test/server/embeds/embeds.test.ts']
const visitorData = ['test/server/embeds/visitor-data.test.ts']
const reviewItem = ['src/server/qa/reviews/review-item.test.ts']

/** The same of what is beside the runs: rollouts, QA, retention, embeds and the like. */
export const rulesOfRooms: readonly Rule[] = [
  {
    says: 'a rollout that is taken over in the middle of its switch can be ended again',
    file: 'src/server/control-plane/claim-store.ts',
    from: ', is_switching = false where id',
    to: ' where id',
    tests: rolloutClaims,
  },
  {
    says: 'no rollout begins of a deployment that is being deleted',
    file: 'src/server/control-plane/claim-store.ts',
    from: "if (!deployment || deployment.status === 'AWAITING_DELETE') return false",
    to: 'if (!deployment) return false',
    tests: rolloutClaims,
  },
  {
    says: 'a process goes on with the rollouts that it has alone',
    file: 'src/server/control-plane/claim-store.ts',
    from: 'and r.claimed_by = $1',
    to: 'and $1::text is not null',
    tests: rolloutClaims,
  },
  {
    says: 'no rollout goes on of a deployment that is being deleted',
    file: 'src/server/control-plane/claim-store.ts',
    from: " and d.status <> 'AWAITING_DELETE'",
    to: '',
    tests: rolloutClaims,
  },
  {
    says: 'the build of what serves is kept',
    file: 'src/server/control-plane/revisions/build-store.ts',
    from: 'where is_active or place <= $1',
    to: 'where place <= $1',
    tests: keptBuilds,
  },
  {
    says: 'a build that a rollout is to use is kept',
    file: 'src/server/control-plane/revisions/build-store.ts',
    from: 'and not (status = any ($2))',
    to: 'and $2::text[] is not null',
    tests: keptBuilds,
  },
  {
    says: 'a build is held until it is released as often',
    file: 'src/server/control-plane/rollout/build/build-folders.ts',
    from: 'if (count > 0) this.#held.set(name, count)\n    else ',
    to: '',
    tests: keptBuilds,
  },
  {
    says: 'attempts are taken in the order of the session',
    file: 'src/server/qa/attempts/attempt-store.ts',
    from: 'order by position limit $2',
    to: 'order by position desc limit $2',
    tests: attemptClaims,
  },
  {
    says: 'what was lost of a session that is over is not tried again',
    file: 'src/server/qa/attempts/lost-store.ts',
    from: "where qa_sessions.status in ('cancelled', 'closed'))",
    to: 'where false)',
    tests: attemptClaims,
  },
  {
    says: 'what was cancelled is among what is tried again',
    file: 'src/server/qa/attempts/attempt-store.ts',
    from: "status in ('failed', 'error', 'cancelled')",
    to: "status in ('failed', 'error')",
    tests: attemptClaims,
  },
  {
    says: 'what failed is tried again once',
    file: 'src/server/qa/attempts/attempt-store.ts',
    from: "where session_id = $1 and is_current and status in ('failed'",
    to: "where session_id = $1 and status in ('failed'",
    tests: attemptClaims,
  },
  {
    says: 'what was spent on attempts that others stand for counts',
    file: 'src/server/qa/attempts/attempt-store.ts',
    from: 'coalesce(sum(tokens), 0)::float8',
    to: 'coalesce(sum(tokens) filter (where is_current), 0)::float8',
    tests: attemptClaims,
  },
  {
    says: 'a verdict is posted by one process at a time',
    file: 'src/server/qa/posts/post-store.ts',
    from: '\n         and (claimed_until is null or claimed_until < $2)',
    to: '',
    tests: postClaims,
  },
  {
    says: 'nobody waits for a verdict that another process posts',
    file: 'src/server/qa/posts/post-store.ts',
    from: 'for update skip locked)',
    to: 'for update)',
    tests: postClaims,
  },
  {
    says: 'what a reviewer takes back is their own',
    file: 'src/server/qa/posts/post-store.ts',
    from: 'where p.session_id = $1 and p.case_index = s.case_index and p.reviewer = s.reviewer',
    to: 'where p.session_id = $1 and p.case_index = s.case_index',
    tests: postClaims,
  },
  {
    says: 'what is said anew while it is taken back is posted',
    file: 'src/server/qa/posts/post-store.ts',
    from: 'and wanted is null and posted is null',
    to: 'and posted is null',
    tests: postClaims,
  },
  {
    says: 'a reviewer reads what has ended',
    file: 'src/server/qa/reviews/review-item.ts',
    from: 'attempt.target === target && attemptEnded(attempt)',
    to: 'attempt.target === target',
    tests: reviewItem,
  },
  {
    says: 'an attempt is read through its own session alone',
    file: 'src/server/qa/attempts/attempt-store.ts',
    from: '`select ${wholeColumns} from qa_attempts where session_id = $1 and attempt_id = $2`',
    to: '`select ${wholeColumns} from qa_attempts where $1::uuid is not null and attempt_id = $2`',
    tests: reviewers,
  },
  {
    says: 'so are its events',
    file: 'src/server/qa/attempts/attempt-store.ts',
    from: "'select tape from qa_attempts where session_id = $1 and attempt_id = $2'",
    to: "'select tape from qa_attempts where $1::uuid is not null and attempt_id = $2'",
    tests: reviewers,
  },
  {
    says: 'the events of an attempt are hidden as it is',
    file: 'src/server/qa/sessions/session-routes.ts',
    from: '    refuseHidden(session, qa.readerOf(context))\n    const events',
    to: '    void session\n    const events',
    tests: reviewers,
  },
  {
    says: 'what was due first is deleted first',
    file: 'src/server/deletions/deletion-store.ts',
    from: 'order by d.due_at limit 1',
    to: 'order by d.due_at desc limit 1',
    tests: deletions,
  },
  {
    says: 'nobody waits for what another process deletes',
    file: 'src/server/deletions/deletion-store.ts',
    from: 'for update skip locked',
    to: 'for update',
    tests: deletions,
  },
  {
    says: 'what is there again under its old id can be deleted again',
    file: 'src/server/deletions/deletion-store.ts',
    from: "and done_at is not null', [",
    to: "and false', [",
    tests: deletions,
  },
  {
    says: 'a run stays whose thread begins to work meanwhile',
    file: 'src/server/retention/remove-batch.ts',
    from: 'and t.thread_id = any($9::uuid[]) and ${runGoes}',
    to: 'and t.thread_id = any($9::uuid[])',
    tests: meanwhile,
  },
  {
    says: 'a retention rule that is changed removes nothing more',
    file: 'src/server/retention/rule-store.ts',
    from: 'return rows[0]?.updated_at.getTime() === updated_at.getTime()',
    to: 'return rows.length > 0 || !updated_at',
    tests: meanwhile,
  },
  {
    says: 'a retention rule that is set anew is looked at at once',
    file: 'src/server/retention/rule-store.ts',
    from: 'where deployment_id = $1 and updated_at = $2`',
    to: 'where deployment_id = $1 and $2::timestamptz is not null`',
    tests: meanwhile,
  },
  {
    says: 'the address of a vote outlives it',
    file: 'src/server/retention/remove-batch.ts',
    from: 't.is_direct\n         and not exists',
    to: 'true\n         and not exists',
    tests: retention,
  },
  {
    says: 'votes on the runs of another server stay',
    file: 'src/server/retention/what-goes.ts',
    from: 'and f.connection_id is null\n',
    to: '\n',
    tests: retention,
  },
  {
    says: 'events of previews go by the rule of their deployment',
    file: 'src/server/agent-server/streams/run-event-store.ts',
    from: '\n  union all select p.preview_id from previews p\n    join retention_rules k on k.deployment_id = p.deployment_id where k.events_days is not null)',
    to: ')',
    tests: retention,
  },
  {
    says: 'nobody waits for the call of a webhook that another process makes',
    file: 'src/server/agent-server/webhooks/webhook-store.ts',
    from: 'for no key update skip locked',
    to: 'for no key update',
    tests: webhookClaims,
  },
  {
    says: 'a call of a webhook that was made is not made again',
    file: 'src/server/agent-server/webhooks/webhook-store.ts',
    from: 'where ended_at is null and due_at <= $1',
    to: 'where due_at <= $1',
    tests: webhookClaims,
  },
  {
    says: 'a tick is passed over only where the run before has not begun',
    file: 'src/server/agent-server/crons/cron-store.ts',
    from: " and status = 'pending' and started_at is null`",
    to: " and status = 'pending'`",
    tests: cronClaims,
  },
  {
    says: 'a tick that was passed over leaves the run before as the last',
    file: 'src/server/agent-server/crons/cron-store.ts',
    from: 'last_run_id = coalesce($5, last_run_id)',
    to: 'last_run_id = $5',
    tests: crons,
  },
  {
    says: 'a cron is deleted by its own deployment',
    file: 'src/server/agent-server/crons/cron-store.ts',
    from: "'delete from crons where deployment_id = $1 and cron_id = $2 returning cron_id'",
    to: "'delete from crons where $1::uuid is not null and cron_id = $2 returning cron_id'",
    tests: crons,
  },
  {
    says: 'a cron is found by its own deployment',
    file: 'src/server/agent-server/crons/cron-store.ts',
    from: 'from crons where deployment_id = $1 and cron_id = $2`',
    to: 'from crons where $1::uuid is not null and cron_id = $2`',
    tests: crons,
  },
  {
    says: 'a run that was cancelled before names none that replaced it',
    file: 'src/server/agent-server/runs/run-life-cycle.ts',
    from: 'case when cancel_reason is null then $5::uuid else replaced_by end',
    to: 'coalesce($5::uuid, replaced_by)',
    tests: cancel,
  },
  {
    says: 'no process waits for another to take a run',
    file: 'src/server/agent-server/runs/run-claims.ts',
    from: 'for no key update of r, t skip locked',
    to: 'for no key update of r, t',
    tests: runClaims,
  },
  {
    says: 'a session of somebody who is turned off has ended',
    file: 'src/server/gateway/operators/sessions.ts',
    from: 'else not is_disabled end',
    to: 'else true end',
    tests: operators,
  },
  {
    says: 'a session ends in time',
    file: 'src/server/gateway/operators/sessions.ts',
    from: 'where id_hash = $1 and expires_at > $2',
    to: 'where id_hash = $1 and $2::timestamptz is not null',
    tests: operators,
  },
  {
    says: 'a session ends in time, also where it is known',
    file: 'src/server/gateway/operators/sessions.ts',
    from: 'return isOver(known.actor, now) ? null : known.actor',
    to: 'return known.actor',
    tests: operators,
  },
  {
    says: 'the password of the environment lets in again',
    file: 'src/server/gateway/operators/operator-store.ts',
    from: 'password_hash = $3, is_disabled = false, is_from',
    to: 'password_hash = $3, is_from',
    tests: operators,
  },
  {
    says: 'a checkpoint is read by the own deployment',
    file: 'src/server/agent-server/threads/checkpoint-store.ts',
    from: "and ($3::text is null or checkpoint_id = $3) and ${isOwnThread('$4')}\n     order",
    to: 'and ($3::text is null or checkpoint_id = $3) and $4::uuid is not null\n     order',
    tests: takenOver,
  },
  {
    says: 'so is a history',
    file: 'src/server/agent-server/threads/checkpoint-store.ts',
    from: "and ${isOwnThread('$7')} order",
    to: 'and $7::uuid is not null order',
    tests: takenOver,
  },
  {
    says: 'a run changes nothing of a checkpoint that another one left',
    file: 'src/server/agent-server/threads/checkpoint-writes.ts',
    from: 'where checkpoints.run_id = excluded.run_id',
    to: 'where checkpoints.run_id is not null',
    tests: takenOver,
  },
  {
    says: 'keep_latest takes nothing from a run that works',
    file: 'src/server/agent-server/threads/thread-ttl.ts',
    from: '\n       and ${isIdle} limit',
    to: '\n       limit',
    tests: threadTtl,
  },
  {
    says: 'keep_latest keeps the newest state of each namespace',
    file: 'src/server/agent-server/threads/thread-ttl.ts',
    from: 'where k.thread_id = $1 and k.checkpoint_ns = c.checkpoint_ns)',
    to: 'where k.thread_id = $1)',
    tests: threadTtl,
  },
  {
    says: 'keep_latest keeps what its state waits with',
    file: 'src/server/agent-server/threads/thread-ttl.ts',
    from: 'and c.checkpoint_ns = w.checkpoint_ns\n       and c.checkpoint_id = w.checkpoint_id)',
    to: 'and c.checkpoint_ns <> w.checkpoint_ns\n       and c.checkpoint_id = w.checkpoint_id)',
    tests: threadTtl,
  },
  {
    says: 'a copy of a thread outlives a rollback there',
    file: 'src/server/agent-server/threads/copy-thread.ts',
    from: "'md5(run_id::text || $2::text)::uuid'",
    to: "'run_id'",
    tests: threadStates,
  },
  {
    says: 'a copy of a session’s thread is none of the session',
    file: 'src/server/agent-server/threads/copy-thread.ts',
    from: "metadata - 'qa_session' - 'qa_attempt'",
    to: 'metadata',
    tests: threadStates,
  },
  {
    says: 'threads that are made for one run are not found',
    file: 'src/server/agent-server/search/thread-find.ts',
    from: "'not t.is_temporary', ",
    to: '',
    tests: threadFind,
  },
  {
    says: 'whoever was answered is not waited for',
    file: 'src/server/agent-server/search/thread-find.ts',
    from: "and t.interrupts <> '{}' and not ${isBusy})",
    to: "and t.interrupts <> '{}')",
    tests: threadFind,
  },
  {
    says: 'of a thread that waits for a person the last run is found',
    file: 'src/server/agent-server/search/run-search.ts',
    from: 'order by r.position desc limit 1)\n',
    to: 'order by r.position limit 1)\n',
    tests: runSearch,
  },
  {
    says: 'threads of a session are found where it is named',
    file: 'src/server/agent-server/search/thread-find.ts',
    from: "conditions.push(`not ${ofSession('t.')}`)",
    to: 'void ofSession',
    tests: threadFind,
  },
  {
    says: 'each embed keeps conversations as long as it says',
    file: 'src/server/embeds/visitors/visitor-store.ts',
    from: 'where embed_id = $1 and updated_at < $2',
    to: 'where $1::uuid is not null and updated_at < $2',
    tests: oldConversations,
  },
  {
    says: 'a renewal is for its own embed',
    file: 'src/server/embeds/visitors/visitor-sessions.ts',
    from: '!visitor || visitor.embed_id !== embed.id',
    to: '!visitor',
    tests: visitorSessions,
  },
  {
    says: 'a visitor is limited by their own messages',
    file: 'src/server/embeds/visitors/message-store.ts',
    from: 'filter (where visitor_id = $3))::int as own,\n       min',
    to: 'filter (where $3::uuid is not null))::int as own,\n       min',
    tests: safety,
  },
  {
    says: 'a visitor waits for their own answers',
    file: 'src/server/embeds/visitors/message-store.ts',
    from: 'thread_id <> $4 and visitor_id = $3',
    to: 'thread_id <> $4 and $3::uuid is not null',
    tests: safety,
  },
  {
    says: 'a visitor is not told which part of the agent asks',
    file: 'src/server/embeds/visitors/visible-records.ts',
    from: "next: state.next.length > 0 ? ['agent'] : []",
    to: 'next: state.next',
    tests: embeds,
  },
  {
    says: 'a visitor is not told why a step failed',
    file: 'src/server/embeds/visitors/visible-records.ts',
    from: '...(error ? { error: failureForVisitors } : {})',
    to: '...(error ? { error } : {})',
    tests: embeds,
  },
  {
    says: 'a visitor reads no metadata of a run but the page’s own',
    file: 'src/server/embeds/visitors/visible-records.ts',
    from: 'metadata: ownMetadata(run.metadata)',
    to: 'metadata: run.metadata',
    tests: embeds,
  },
  {
    says: 'a visitor reads no metadata of votes',
    file: 'src/server/embeds/visitors/vote-routes.ts',
    from: '    return votes.map(({ id, run_id, key, score, value, comment, created_at, modified_at }) => ({\n      id,',
    to: '    return votes.map(({ id, run_id, key, score, value, comment, created_at, modified_at, ...rest }) => ({\n      ...rest, id,',
    tests: embeds,
  },
  {
    says: 'the first title of a conversation counts',
    file: 'src/server/embeds/visitors/visitor-store.ts',
    from: 'title = coalesce(title, $3)',
    to: 'title = coalesce($3, title)',
    tests: embeds,
  },
  {
    says: 'the votes of a visitor are forgotten with them',
    file: 'src/server/embeds/visitors/visitor-store.ts',
    from: "await tx.query('delete from embed_votes where visitor_id = $1', [visitorId])",
    to: '',
    tests: visitorData,
  },
  {
    says: 'the first consent counts',
    file: 'src/server/embeds/visitors/visitor-store.ts',
    from: 'consented_at = coalesce(consented_at, $2)',
    to: 'consented_at = $2',
    tests: visitorData,
  },
]
