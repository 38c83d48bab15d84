import { randomUUID } from 'node:crypto'
import type { CancelOutcome, Run } from '../../../src/contract/agent-server/runs.ts'
import type { ThreadState } from '../../../src/contract/agent-server/threads.ts'
import type { ClientAction } from '../actions.ts'
import type { AskedRun, ClientMemory } from './client-memory.ts'
import type { PersistentClient } from './persistent-client.ts'
import { RunListener } from './run-listener.ts'

type Doing<Name extends ClientAction['do']> = Extract<ClientAction, { do: Name }>

/** How long an answer is waited for that comes at a run's end. */
const waitMs = 20_000

/** Does what clients do, and writes down what they asked for and were told. */
export class Clients {
  readonly #client: PersistentClient
  readonly #memory: ClientMemory
  readonly #listeners: RunListener[] = []

  constructor(client: PersistentClient, memory: ClientMemory) {
    this.#client = client
    this.#memory = memory
  }

  /** Resolves when it is answered. `number` is the action's own. */
  do(action: ClientAction, number: number): Promise<void> {
    switch (action.do) {
      case 'create':
        return this.#create(action, `run-${number}`)
      case 'cancel':
        return this.#cancel(action)
      case 'cancel-many':
        return this.#cancelMany(action)
      case 'leave':
        return this.#leave(action)
      case 'rejoin':
        return this.#rejoin(action)
      case 'read':
        return this.#read(action)
      case 'vote':
        return this.#vote(action)
      case 'update':
        return this.#update(action)
      case 'cron':
        return this.#cron(action)
    }
  }

  async #create(action: Doing<'create'>, name: string): Promise<void> {
    const { server: at, by, strategy } = action
    const thread = this.#thread(action.thread)
    const isFailing = action.fails
    const plan = {
      // The key of its request too, which is for ever.
      run: `${name}-${randomUUID()}`,
      steps: action.steps,
      tells: action.tells,
      ms: action.ms,
      fails: isFailing ? action.steps : null,
    }
    const fork = action.fork === null ? null : await this.#earlier(thread, action.fork, at)
    const run: AskedRun = {
      name: plan.run,
      thread,
      plan,
      strategy,
      isBound: by === 'bound',
      hasUpdates: action.hasUpdates,
      fork,
      askedAt: this.#memory.now(),
      acknowledgedAt: null,
      isRefused: false,
      runId: null,
      wishes: by === 'bound' ? [{ action: 'interrupt', isAcknowledged: false }] : [],
      heard: new Map(),
      ended: null,
      isOver: false,
      voteUrl: null,
      votes: [],
    }
    this.#memory.runs.push(run)
    const body = {
      assistant_id: 'chaos',
      input: { plan, done: 0 },
      metadata: { name: run.name },
      multitask_strategy: strategy,
      stream_resumable: true,
      stream_mode: action.hasUpdates ? ['custom', 'updates'] : ['custom'],
      feedback_keys: ['liked'],
      ...(action.durability ? { durability: action.durability } : {}),
      ...(fork ? { checkpoint_id: fork } : {}),
    }
    const target = `/threads/${thread}/runs`
    if (by === 'stream' || by === 'bound') {
      const bound = run.isBound ? { ...body, on_disconnect: 'cancel' } : body
      const listener = new RunListener(run, this.#client, this.#memory)
      this.#listeners.push(listener)
      return listener.create(`${target}/stream`, bound, at)
    }
    const headers = { 'idempotency-key': run.name }
    const isWaited = by === 'wait'
    const answer = await this.#client.ask('POST', isWaited ? `${target}/wait` : target, {
      at,
      body,
      headers,
      ...(isWaited ? { patienceMs: waitMs } : {}),
    })
    if (answer.status !== 200) {
      run.isRefused = true
      // A rolled back run's key answers 409 as well; a fork's checkpoint may be gone.
      if (![409, 404, 422].includes(answer.status)) this.#unexpected('create', answer)
      return
    }
    run.acknowledgedAt = this.#memory.now()
    if (!isWaited) run.runId = (answer.body as Run).run_id
  }

  async #cancel({ server: at, run: number, action, wait }: Doing<'cancel'>): Promise<void> {
    const run = this.#memory.choose(number)
    if (!run) return
    const wish = { action, isAcknowledged: false }
    run.wishes.push(wish)
    const target = `/threads/${run.thread}/runs/${run.runId}/cancel?action=${action}&wait=${wait}`
    const answer = await this.#client.ask('POST', target, { at, patienceMs: waitMs })
    wish.isAcknowledged = [202, 204].includes(answer.status)
    if (!wish.isAcknowledged && ![404, 409].includes(answer.status)) {
      this.#unexpected('cancel', answer)
    }
  }

  async #cancelMany({ server: at, thread, action, wait }: Doing<'cancel-many'>): Promise<void> {
    const { runs } = this.#memory
    const on = this.#thread(thread)
    const chosen = runs.filter((run) => run.thread === on && run.runId !== null)
    if (chosen.length === 0) return
    const wishes = chosen.map((run) => {
      const wish = { action, isAcknowledged: false }
      run.wishes.push(wish)
      return wish
    })
    const body = { thread_id: on, run_ids: chosen.map(({ runId }) => runId) }
    const target = `/runs/cancel?action=${action}&wait=${wait}`
    const answer = await this.#client.ask('POST', target, { at, body, patienceMs: waitMs })
    if (answer.status !== 200) return this.#unexpected('cancel-many', answer)
    const outcomes = (answer.body as { runs: CancelOutcome[] }).runs
    chosen.forEach(({ runId }, index) => {
      const { outcome } = outcomes.find((one) => one.run_id === runId) ?? {}
      const wish = wishes[index]
      if (wish) wish.isAcknowledged = outcome === 'cancelled'
    })
  }

  async #leave({ stream, returns }: Doing<'leave'>): Promise<void> {
    const open = this.#listeners.filter(({ isOver }) => !isOver)
    open[stream % Math.max(open.length, 1)]?.leave(returns)
  }

  async #rejoin({ server, run: number, after }: Doing<'rejoin'>): Promise<void> {
    const run = this.#memory.choose(number)
    if (!run) return
    const known = [-1, ...run.heard.keys()]
    const listener = new RunListener(run, this.#client, this.#memory)
    this.#listeners.push(listener)
    await listener.join(known[after % known.length] ?? -1, server)
  }

  async #read({ server: at, run: number }: Doing<'read'>): Promise<void> {
    const run = this.#memory.choose(number)
    if (!run) return
    const answer = await this.#client.ask('GET', `/threads/${run.thread}/runs/${run.runId}`, { at })
    if (answer.status === 200) this.#memory.read(run, (answer.body as Run).status)
    else if (answer.status !== 404) this.#unexpected('read', answer)
  }

  async #vote({ server, run: number, score }: Doing<'vote'>): Promise<void> {
    const run = this.#memory.choose(number)
    if (!run?.voteUrl) return
    const url = new URL(run.voteUrl).pathname
    const vote = { url, score, isAcknowledged: false }
    run.votes.push(vote)
    const answer = await this.#client.ask('POST', url, {
      at: server,
      body: { score },
      isWhole: true,
    })
    vote.isAcknowledged = answer.status < 300
    // Those of a rolled back run have gone with it.
    if (!vote.isAcknowledged && answer.status !== 404) this.#unexpected('vote', answer)
  }

  /** Not asked again: it would be another change. */
  async #update({ server: at, thread: number }: Doing<'update'>): Promise<void> {
    const thread = this.#thread(number)
    const update = { thread, token: randomUUID(), isAcknowledged: false }
    const log = [{ run: 'a client', step: 1, token: update.token }]
    this.#memory.updates.push(update)
    const body = { values: { log, done: 0, plan: { steps: 0 } }, as_node: 'step' }
    const answer = await this.#client.once('POST', `/threads/${thread}/state`, { at, body })
    update.isAcknowledged = answer?.status === 200
    if (answer && ![200, 409].includes(answer.status)) this.#unexpected('update', answer)
  }

  /** Every minute, on a thread that only crons run on. */
  async #cron({ server: at }: Doing<'cron'>): Promise<void> {
    const { cronThread, crons } = this.#memory
    const plan = { run: 'cron', steps: 1, tells: 0, ms: 0, fails: null }
    const body = { assistant_id: 'chaos', schedule: '* * * * *', input: { plan, done: 0 } }
    const answer = await this.#client.ask('POST', `/threads/${cronThread}/runs/crons`, { at, body })
    if (answer.status !== 200) return this.#unexpected('cron', answer)
    crons.push((answer.body as { cron_id: string }).cron_id)
  }

  /** A checkpoint of the thread that a run has left which has ended, so that it cannot be rolled back any more. */
  async #earlier(thread: string, number: number, at: number): Promise<string | null> {
    const answer = await this.#client.once('GET', `/threads/${thread}/history?limit=100`, { at })
    if (answer?.status !== 200) return null
    const over = new Set(this.#memory.runs.filter((run) => run.ended).map(({ runId }) => runId))
    const ids = (answer.body as ThreadState[])
      .filter(({ metadata }) => over.has(String(metadata?.run_id)))
      .map(({ checkpoint }) => checkpoint?.checkpoint_id)
    return ids[number % Math.max(ids.length, 1)] ?? null
  }

  #thread(number: number): string {
    return this.#memory.threads[number % this.#memory.threads.length] as string
  }

  #unexpected(what: string, { status, body }: { status: number; body: unknown }): void {
    this.#memory.defects.push(`${what} was answered ${status}: ${JSON.stringify(body)}`)
  }
}
