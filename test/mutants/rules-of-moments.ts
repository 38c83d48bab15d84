import type { Rule } from './rule.ts'

const cronTicks = ['test/server/agent-server/cron-ticks.test.ts']
const sharedSessions = ['test/server/qa/shared-sessions.test.ts']
const outage = ['test/server/qa/database-outage.test.ts']
const sharedPlane = ['test/server/control-plane/shared.test.ts']
const largeStates = ['test/server/agent-server/large-states.test.ts']
const packedValues = ['test/server/agent-server/packed-values.test.ts']
const ticks = 'src/server/agent-server/crons/ticks/cron-ticks.ts'
const runner = 'src/server/qa/attempts/runner.ts'
const rollouts = 'src/server/control-plane/rollout/rollouts.ts'

/** What holds although somebody else acts in the same moment, or something is away just then. */
export const rulesOfMoments: readonly Rule[] = [
  {
    says: 'a tick stays due while nobody can be asked',
    file: ticks,
    from: 'if (error.status === 503) return',
    to: '',
    tests: cronTicks,
  },
  {
    says: 'a schedule that was changed while its tick was being made is looked at anew',
    file: ticks,
    from: ' || cron.updated_at.getTime() !== seen.updated_at.getTime()',
    to: '',
    tests: cronTicks,
  },
  {
    says: 'a preview that rests is started once for a tick',
    file: ticks,
    from: 'if (this.#waking.has(due.cron_id)) return',
    to: '',
    tests: cronTicks,
  },
  {
    says: 'nothing is begun of a session that was paused while it was waited for',
    file: runner,
    from: "session?.status !== 'running'",
    to: '!session',
    tests: sharedSessions,
  },
  {
    says: 'what is at work of a session that another server closed ends',
    file: runner,
    from: " || status === 'closed') this.end",
    to: ') this.end',
    tests: sharedSessions,
  },
  {
    says: 'what is at work of a session that another server cancelled ends',
    file: runner,
    from: "status === 'cancelled' || status",
    to: 'status',
    tests: sharedSessions,
  },
  {
    says: 'the end of an attempt outlasts a database that is away',
    file: runner,
    from: '() => !this.#stopping.signal.aborted,',
    to: '() => false,',
    tests: outage,
  },
  {
    says: 'an attempt that was claimed and never begun is lost',
    file: runner,
    from: 'serverId: cluster.serverId, atWork',
    to: "serverId: '00000000-0000-4000-8000-000000000000', atWork",
    tests: outage,
  },
  {
    says: 'other servers hear at once of a rollout that is interrupted',
    file: rollouts,
    from: "if (isEnded) cluster.notices.send({ kind: 'rollouts' })",
    to: '',
    tests: sharedPlane,
  },
  {
    says: 'nothing is begun of what is being deleted',
    file: rollouts,
    from: 'this.#closed.add(deploymentId)',
    to: '',
    tests: sharedPlane,
  },
  {
    says: 'what is asked to be stored for a run is stored in the order in which it came, however large it is',
    file: 'src/server/agent-server/threads/packing.ts',
    from: 'Promise.all([ready, before])',
    to: 'Promise.all([ready])',
    tests: ['src/server/agent-server/threads/packing.test.ts'],
  },
  {
    says: 'the copy of a large value is read as the value is',
    file: 'src/server/agent-server/threads/copy-thread.ts',
    from: 'select $2::uuid, checkpoint_ns, channel, version, type, blob, raw_size,',
    to: 'select $2::uuid, checkpoint_ns, channel, version, type, blob, null::int,',
    tests: largeStates,
  },
  {
    says: 'a state is as large as its values are, however they are stored',
    file: 'src/server/agent-server/threads/state-limits.ts',
    from: 'coalesce(b.raw_size, octet_length(b.blob))',
    to: 'octet_length(b.blob)',
    tests: largeStates,
  },
  {
    says: 'of many large values as many are read at once as their own sizes allow',
    file: 'src/server/agent-server/threads/checkpoint-parts.ts',
    from: 'sum(coalesce(raw_size, octet_length(blob)))',
    to: 'sum(octet_length(blob))',
    tests: packedValues,
  },
]
