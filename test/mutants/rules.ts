/** A rule that no operator finds, such as a condition of an SQL statement, and how it is broken. */
export interface Rule {
  /** What holds, and with the change does not. */
  says: string
  file: string
  /** Stands in the file exactly once. */
  from: string
  to: string
  tests: readonly string[]
}

const runs = 'src/server/agent-server/runs'
const tests = 'test/server/agent-server'
const cancel = [`${tests}/cancel.test.ts`]
const takenOver = [`${tests}/taken-over.test.ts`]
const runEnds = [`${tests}/run-ends.test.ts`]
const heldEvents = [`${tests}/held-events.test.ts`]
const lease = ['test/server/cluster/server-lease.test.ts']
const rolloutClaims = ['test/server/control-plane/rollout-claims.test.ts']
const cronClaims = [`${tests}/cron-claims.test.ts`]
const queue = [`${tests}/queue.test.ts`]
const feedback = ['test/server/tracing/feedback.test.ts']

export const rules: readonly Rule[] = [
  {
    says: 'what is written for a run is written by the attempt that has it',
    file: `${runs}/run-life-cycle.ts`,
    from: 'and ${run}.attempt = ${claim.attempt} and',
    to: 'and ${claim.attempt}::int is not null and',
    tests: takenOver,
  },
  {
    says: 'what is written for a run is written by the process that has it',
    file: `${runs}/run-life-cycle.ts`,
    from: ' and ${run}.claimed_by = ${claim.claimed_by})',
    to: ' and ${claim.claimed_by}::uuid is not null)',
    tests: takenOver,
  },
  {
    says: 'what is written for a run is written while it works',
    file: `${runs}/run-life-cycle.ts`,
    from: "and ${run}.status = 'running'",
    to: '',
    tests: takenOver,
  },
  {
    says: 'a checkpoint is written behind the fence',
    file: 'src/server/agent-server/threads/checkpoint-store.ts',
    from: 'where ${isHeldBy(claim)}',
    to: 'where run_id = $1 and ${claim.attempt}::int is not null and ${claim.claimed_by}::uuid is not null',
    tests: takenOver,
  },
  {
    says: 'an event is stored behind the fence',
    file: 'src/server/agent-server/streams/run-event-store.ts',
    from: 'where ${fence} for share',
    to: 'where run_id = $1 and $5::int is not null and $6::uuid is not null for share',
    tests: heldEvents,
  },
  {
    says: 'what the store refuses is shown to nobody',
    file: 'src/server/agent-server/streams/run-log.ts',
    from: '        if (!isStored) continue\n',
    to: '        void isStored\n',
    tests: heldEvents,
  },
  {
    says: 'a run that ends while somebody begins to follow it stores its events',
    file: `${runs}/run-ending.ts`,
    from: '[...log.unstored, ...last]',
    to: 'last',
    tests: heldEvents,
  },
  {
    says: 'a run writes to its own thread',
    file: 'src/server/agent-server/threads/checkpoint-store.ts',
    from: 'and thread_id = $2 and',
    to: 'and $2::uuid is not null and',
    tests: takenOver,
  },
  {
    says: 'a process that starts on a data directory ends the lease of the one before',
    file: 'src/server/cluster/cluster.ts',
    from: 'if (former) await endLease(this.#database, former)',
    to: 'void former',
    tests: ['test/server/cluster/cluster.test.ts'],
  },
  {
    says: 'what is requested while a task runs makes it run once more',
    file: 'src/server/cluster/coalesced-task.ts',
    from: 'if (!this.#running) return this.#run()',
    to: 'return this.#running ?? this.#run()',
    tests: ['src/server/cluster/coalesced-task.test.ts'],
  },
  {
    says: 'a checkpoint is written for a run of the own deployment',
    file: 'src/server/agent-server/threads/checkpoint-store.ts',
    from: 'and deployment_id = $${first + 2}',
    to: 'and $${first + 2}::uuid is not null',
    tests: takenOver,
  },
  {
    says: 'a rollback that was asked for goes before what the executor says',
    file: `${runs}/run-ending.ts`,
    from: "if (row.cancel_action === 'rollback') {",
    to: 'if (false) {',
    tests: cancel,
  },
  {
    says: 'a rollback takes back what the run did to its thread',
    file: `${runs}/run-ending.ts`,
    from: '  await deleteCheckpoints(tx, run.run_id)\n',
    to: '',
    tests: cancel,
  },
  {
    says: 'the webhook of a run that is rolled back while it works is called',
    file: `${runs}/run-ending.ts`,
    from: '      await planWebhookCall(tx, row, { ...rolledBack(row), now })\n',
    to: '',
    tests: runEnds,
  },
  {
    says: 'a crash counts against the run that would not stop, before any suspect',
    file: `${runs}/crash-attribution.ts`,
    from: '[stuck, suspects, lost]',
    to: '[suspects, stuck, lost]',
    tests: [`${runs}/crash-attribution.test.ts`],
  },
  {
    says: 'a crash counts against a suspect, before all others',
    file: `${runs}/crash-attribution.ts`,
    from: '[stuck, suspects, lost]',
    to: '[stuck, lost]',
    tests: [`${runs}/crash-attribution.test.ts`],
  },
  {
    says: 'a run that crashed its process again goes after the others that were there at first',
    file: `${runs}/run-claims.ts`,
    from: 'o.attempt < r.attempt',
    to: 'o.attempt > r.attempt',
    tests: [`${tests}/isolation.test.ts`],
  },
  {
    says: 'a run that crashed its process often enough is given up',
    file: `${runs}/crash-attribution.ts`,
    from: 'row.attempt >= mostAttempts',
    to: 'row.attempt > mostAttempts',
    tests: [`${tests}/isolation.test.ts`],
  },
  {
    says: 'an interrupt does not take back a rollback',
    file: `${runs}/run-life-cycle.ts`,
    from: "case when cancel_action = 'rollback' then 'rollback' else $2 end",
    to: '$2',
    tests: cancel,
  },
  {
    says: 'the first cause of a cancel counts',
    file: `${runs}/run-life-cycle.ts`,
    from: 'coalesce(cancel_reason, $3)',
    to: '$3',
    tests: ['test/server/agent-server/disconnect.test.ts'],
  },
  {
    says: 'only an active run is cancelled',
    file: `${runs}/cancel-runs.ts`,
    from: 'if (!isActive(run)) {',
    to: 'if (false) {',
    tests: cancel,
  },
  {
    says: 'a run is cancelled on its own thread',
    file: `${runs}/cancel-runs.ts`,
    from: 'run?.thread_id === key.thread_id &&',
    to: '',
    tests: cancel,
  },
  {
    says: 'the webhook of a run that is rolled back before it begins is called',
    file: `${runs}/cancel-runs.ts`,
    from: '    await planWebhookCall(tx, run, { ...rolledBack(cancelled), now })\n',
    to: '',
    tests: runEnds,
  },
  {
    says: 'the webhook of a run that is interrupted before it begins is called',
    file: `${runs}/cancel-runs.ts`,
    from: '  await planWebhookCall(tx, run, { ...end, values: null })\n',
    to: '',
    tests: runEnds,
  },
  {
    says: 'a bulk cancel is for the runs that it names',
    file: `${runs}/cancel-runs.ts`,
    from: 'ids.has(run.run_id)',
    to: 'ids.size > 0',
    tests: cancel,
  },
  {
    says: 'one run of a thread works at a time',
    file: `${runs}/run-claims.ts`,
    from: "o.status = 'running' or (",
    to: 'false or (',
    tests: queue,
  },
  {
    says: 'runs of a thread begin in order',
    file: `${runs}/run-claims.ts`,
    from: 'o.position < r.position',
    to: 'o.position > r.position',
    tests: queue,
  },
  {
    says: 'a run for later waits for its time',
    file: `${runs}/run-claims.ts`,
    from: "isDue('r', '$3')",
    to: "'$3::timestamptz is not null'",
    tests: runEnds,
  },
  {
    says: 'a lapsed lease is noticed',
    file: 'src/server/cluster/server-store.ts',
    from: 'lease_until > now() as was_valid',
    to: 'true as was_valid',
    tests: lease,
  },
  {
    says: 'a lapse is told',
    file: 'src/server/cluster/server-lease.ts',
    from: 'if (!wasValid) this.#onLapse()',
    to: '',
    tests: lease,
  },
  {
    says: 'a lease is as long as it is said',
    file: 'src/server/cluster/server-lease.ts',
    from: 'this.#leaseMs / 3',
    to: 'this.#leaseMs * 3',
    tests: lease,
  },
  {
    says: 'a feedback address that expired takes nothing',
    file: 'src/server/tracing/feedback.ts',
    from: 'if (row.expires_at <= at) {',
    to: 'if (false) {',
    tests: feedback,
  },
  {
    says: 'what a token allows is checked',
    file: 'src/server/tracing/feedback.ts',
    from: '        if (row.feedback_config) checkLimits(row.feedback_config, submission)\n',
    to: '',
    tests: feedback,
  },
  {
    says: 'an address that is asked for again is the same one',
    file: 'src/server/tracing/feedback.ts',
    from: '.filter((key) => !byKey.has(key))',
    to: '',
    tests: feedback,
  },
  {
    says: 'an event that comes again is not folded again',
    file: 'src/chat/session/following/follow-run.ts',
    from: 'if (!log.accept(event, this.tools.clock.now())) return',
    to: 'log.accept(event, this.tools.clock.now())',
    tests: ['test/chat/run-session.test.ts'],
  },
  {
    says: 'a rollout is moved by the process that has it',
    file: 'src/server/control-plane/revisions/revision-store.ts',
    from: 'and ($6::text is null or claimed_by = $6)',
    to: 'and ($6::text is null or true)',
    tests: rolloutClaims,
  },
  {
    says: 'traffic is switched by the process that has the rollout',
    file: 'src/server/control-plane/claim-store.ts',
    from: "where id = $1 and claimed_by = $2 and status = 'DEPLOYING'",
    to: "where id = $1 and $2::text is not null and status = 'DEPLOYING'",
    tests: rolloutClaims,
  },
  {
    says: 'a preview keeps its build',
    file: 'src/server/control-plane/previews/previews.ts',
    from: '    builds.hold(folder)\n',
    to: '',
    tests: ['test/server/control-plane/preview-rest.test.ts'],
  },
  {
    says: 'what came of an attempt is kept by the process that has it',
    file: 'src/server/qa/attempts/attempt-store.ts',
    from: 'where attempt_id = $1 and claimed_by = $2 returning attempt_id',
    to: 'where attempt_id = $1 and $2::uuid is not null returning attempt_id',
    tests: ['test/server/qa/attempt-claims.test.ts'],
  },
  {
    says: 'a tick that was made is not made again',
    file: 'src/server/agent-server/crons/cron-store.ts',
    from: 'where cron_id = $1 and next_run_at <= $2\n     for no key',
    to: 'where cron_id = $1 and $2::timestamptz is not null\n     for no key',
    tests: cronClaims,
  },
  {
    says: 'nobody waits for a tick that another process makes',
    file: 'src/server/agent-server/crons/cron-store.ts',
    from: 'for no key update skip locked',
    to: 'for no key update',
    tests: cronClaims,
  },
  {
    says: 'a run keeps what its thread was before it, however often it begins',
    file: `${runs}/run-life-cycle.ts`,
    from: 'thread_before = coalesce(r.thread_before,\n         jsonb_build_object(',
    to: 'thread_before = coalesce(null::jsonb,\n         jsonb_build_object(',
    tests: takenOver,
  },
  {
    says: 'the events of a step are stored before what it leaves',
    file: `${runs}/run-engine.ts`,
    from: '      await attempts.get(writer)?.log.flush()\n',
    to: '',
    tests: heldEvents,
  },
  {
    says: 'a blind reviewer is not told the seed, which draws the sides',
    file: 'src/server/qa/sessions/present-session.ts',
    from: 'first.is_hidden ? null : row.seed',
    to: 'row.seed',
    tests: ['test/server/qa/reviewer-role.test.ts'],
  },
  {
    says: 'the state of a blind side tells no tokens',
    file: 'src/server/qa/reviews/blind-side.ts',
    from: "  'usage_metadata',\n",
    to: '',
    tests: ['src/server/qa/reviews/blind-side.test.ts'],
  },
  {
    says: 'a visitor reads their own threads alone',
    file: 'src/server/embeds/visitors/visitor-store.ts',
    from: 'where thread_id = $1 and visitor_id = $2',
    to: 'where thread_id = $1 and $2::uuid is not null',
    tests: ['test/server/embeds/safety.test.ts'],
  },
  {
    says: 'a visitor votes on their own runs alone',
    file: 'src/server/embeds/visitors/visitor-votes.ts',
    from: 'where visitor_id = $1 and run_id = any($2::uuid[])',
    to: 'where $1::uuid is not null and run_id = any($2::uuid[])',
    tests: ['test/server/embeds/safety.test.ts'],
  },
  {
    says: 'a page of runs goes on after the last of the page before',
    file: 'src/server/agent-server/search/run-search.ts',
    from: "direction === 'desc' ? '<' : '>'",
    to: "direction === 'desc' ? '<=' : '>='",
    tests: [`${tests}/run-search.test.ts`],
  },
]
