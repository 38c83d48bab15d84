import fc from 'fast-check'
import { multitaskStrategies } from '../../src/contract/agent-server/run-request.ts'
import { cancelActions } from '../../src/contract/agent-server/runs.ts'

/** What is there to be acted on. */
export interface Surroundings {
  servers: number
  isPostgres: boolean
  /** The PostgreSQL server belongs to the tester, which may crash it. */
  isOwnPostgres: boolean
}

const threads = 5
const some = fc.nat({ max: 40 })
const action = fc.constantFrom(...cancelActions)

/** What a run is to do, and how. */
const plan = {
  steps: fc.integer({ min: 1, max: 6 }),
  tells: fc.constantFrom(0, 1, 2, 3, 4, 4),
  ms: fc.constantFrom(10, 100, 200, 300),
  fails: fc.boolean().chain((once) => (once ? fc.boolean() : fc.constant(false))),
  durability: fc.constantFrom('sync', 'async', 'exit', null),
  hasUpdates: fc.boolean(),
}

function clientActions(server: fc.Arbitrary<number>) {
  const thread = fc.nat({ max: threads - 1 })
  return {
    create: fc.record({
      do: fc.constant('create' as const),
      server,
      thread,
      strategy: fc.constantFrom('enqueue' as const, 'enqueue' as const, ...multitaskStrategies),
      by: fc.constantFrom('post' as const, 'stream' as const, 'wait' as const, 'bound' as const),
      /** Whether it begins at an earlier checkpoint of the thread, and at which. */
      fork: fc.oneof({ weight: 5, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: some }),
      ...plan,
    }),
    cancel: fc.record({
      do: fc.constant('cancel' as const),
      server,
      run: some,
      action,
      wait: fc.boolean(),
    }),
    cancelMany: fc.record({
      do: fc.constant('cancel-many' as const),
      server,
      thread,
      action,
      wait: fc.boolean(),
    }),
    leave: fc.record({ do: fc.constant('leave' as const), stream: some, returns: fc.boolean() }),
    rejoin: fc.record({ do: fc.constant('rejoin' as const), server, run: some, after: some }),
    read: fc.record({ do: fc.constant('read' as const), server, run: some }),
    vote: fc.record({
      do: fc.constant('vote' as const),
      server,
      run: some,
      score: fc.constantFrom(0, 1),
    }),
    update: fc.record({ do: fc.constant('update' as const), server, thread }),
    cron: fc.record({ do: fc.constant('cron' as const), server }),
  }
}

function faults(server: fc.Arbitrary<number>, { isPostgres, isOwnPostgres }: Surroundings) {
  const ms = fc.integer({ min: 0, max: 1_500 })
  /** Longer than a lease, or not. */
  const pauseMs = fc.constantFrom(200, 1_000, 4_500)
  const line = isPostgres
    ? fc.constantFrom('client' as const, 'database' as const)
    : fc.constant('client' as const)
  const onServer = <Name extends string>(name: Name) =>
    fc.record({ do: fc.constant(name), server, ms })
  const everywhere = [
    { weight: 3, arbitrary: onServer('kill-server') },
    { weight: 2, arbitrary: onServer('stop-server') },
    {
      weight: 2,
      arbitrary: fc.record({ do: fc.constant('pause-server' as const), server, ms: pauseMs }),
    },
    {
      weight: 3,
      arbitrary: fc.record({ do: fc.constant('kill-executor' as const), server, executor: some }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        do: fc.constant('pause-executor' as const),
        server,
        executor: some,
        ms: pauseMs,
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({ do: fc.constant('cut' as const), line, server, ms }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        do: fc.constant('slow' as const),
        line,
        server,
        ms,
        by: fc.constantFrom(20, 200),
      }),
    },
    { weight: 1, arbitrary: onServer('no-descriptors') },
    {
      weight: 1,
      arbitrary: fc.record({
        do: fc.constant('clock' as const),
        server,
        by: fc.constantFrom(61_000, 3_600_000, -61_000),
      }),
    },
  ]
  const ofEmbedded = [{ weight: 1, arbitrary: onServer('end-database-worker') }]
  const ofPostgres = [
    { weight: 1, arbitrary: fc.record({ do: fc.constant('crash-postgres' as const) }) },
    {
      weight: 1,
      arbitrary: fc.record({ do: fc.constant('pause-postgres' as const), ms: pauseMs }),
    },
  ]
  const more = isPostgres ? (isOwnPostgres ? ofPostgres : []) : ofEmbedded
  return fc.oneof(...everywhere, ...more)
}

type Drawn<Arbitrary> = Arbitrary extends fc.Arbitrary<infer Value> ? Value : never

export type ClientAction = Drawn<
  ReturnType<typeof clientActions>[keyof ReturnType<typeof clientActions>]
>
export type Fault = Drawn<ReturnType<typeof faults>>
/** One thing that is done, after a `pause` of so many ms. Numbers choose among what there is then. */
export type Action = (ClientAction | Fault) & { pause: number }

const mostActions = 60
const clientWords = ['create', 'cancel', 'cancel-many', 'leave', 'rejoin', 'read', 'vote']

export function isFault(action: ClientAction | Fault): action is Fault {
  return ![...clientWords, 'update', 'cron'].includes(action.do)
}

/** The actions of a seed: always the same, so that a part of them can be tried again. */
export function drawActions(seed: number, around: Surroundings): Action[] {
  const server = fc.nat({ max: around.servers - 1 })
  const by = clientActions(server)
  const one = fc.oneof(
    { weight: 14, arbitrary: by.create },
    { weight: 4, arbitrary: by.cancel },
    { weight: 1, arbitrary: by.cancelMany },
    { weight: 3, arbitrary: by.leave },
    { weight: 3, arbitrary: by.rejoin },
    { weight: 2, arbitrary: by.read },
    { weight: 2, arbitrary: by.vote },
    { weight: 2, arbitrary: by.update },
    { weight: 1, arbitrary: by.cron },
    { weight: 5, arbitrary: faults(server, around) },
  )
  const pause = fc.constantFrom(0, 5, 50, 200)
  const action = fc.tuple(one, pause, fc.constantFrom(0, 20, 150)).map(
    // A fault comes when something has begun.
    ([done, ms, longer]): Action => ({ ...done, pause: isFault(done) ? longer : ms }),
  )
  const many = fc.array(action, { minLength: mostActions, maxLength: mostActions })
  return fc.sample(many, { seed, numRuns: 1 })[0] ?? []
}

/** In one line, as it is printed. */
export function actionText({ do: what, pause, ...more }: Action): string {
  const words = Object.entries(more).map(([name, value]) => `${name} ${value}`)
  return `${what} (${words.join(', ')}) after ${pause} ms`
}
