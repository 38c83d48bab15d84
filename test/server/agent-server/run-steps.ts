import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { MultitaskStrategy } from '../../../src/contract/agent-server/run-request.ts'
import type { CancelAction, CancelOutcome, Run } from '../../../src/contract/agent-server/runs.ts'
import type { ThreadState } from '../../../src/contract/agent-server/threads.ts'
import type { Harness } from './harness.ts'
import { type ModelRun, ThreadModel } from './run-model.ts'
import type { SseStream } from './sse.ts'

/** One thing that is done; numbers choose among the runs that there are. */
export type Step =
  | { do: 'create'; strategy: MultitaskStrategy; isBound: boolean }
  | { do: 'finish' }
  | { do: 'cancel'; run: number; action: CancelAction; wait: boolean }
  | { do: 'cancel-ids'; runs: number[]; action: CancelAction; wait: boolean }
  | {
      do: 'cancel-status'
      status: 'pending' | 'running' | 'all'
      action: CancelAction
      wait: boolean
    }
  | { do: 'drop'; run: number }
  | { do: 'kill-executor' }
  | { do: 'restart'; isCrash: boolean }

/** A server that can be started again under the same thread. */
export interface Stage {
  harness(): Harness
  restart(isCrash: boolean): Promise<void>
}

/** Does the steps on a new thread, and compares the server with the model after each of them. */
export async function compareWithModel(stage: Stage, steps: readonly Step[]): Promise<void> {
  const h = stage.harness()
  const comparison = new Comparison(stage, await h.thread())
  for (const step of steps) {
    await comparison.perform(step)
    await comparison.check()
  }
  await comparison.check('last')
  await comparison.leave()
}

class Comparison {
  readonly #stage: Stage
  readonly #thread: string
  readonly #model = new ThreadModel()
  readonly #ids = new Map<ModelRun, string>()
  readonly #bound = new Map<ModelRun, SseStream>()
  readonly #ended = new Set<ModelRun>()

  constructor(stage: Stage, thread: string) {
    this.#stage = stage
    this.#thread = thread
  }

  get #h(): Harness {
    return this.#stage.harness()
  }

  async perform(step: Step): Promise<void> {
    const model = this.#model
    switch (step.do) {
      case 'create':
        return this.#create(step.strategy, step.isBound)
      case 'finish':
        if (model.working) this.#h.gates.open(model.working.name)
        return model.finish()
      case 'cancel': {
        const run = this.#choose(step.run)
        if (!run) return
        const query = `?action=${step.action}&wait=${step.wait}`
        const answer = await this.#h.call('POST', `${this.#pathOf(run)}/cancel${query}`)
        expect(answer.status).toBe(model.cancel(run, step.action, step.wait))
        if (answer.status >= 400) expect(answer.body).toMatchObject({ detail: expect.any(String) })
        return
      }
      case 'cancel-ids':
        return this.#cancelIds(step)
      case 'cancel-status': {
        const query = `?action=${step.action}&wait=${step.wait}`
        const answer = await this.#h.call<{ runs: CancelOutcome[] }>(
          'POST',
          `/runs/cancel${query}`,
          { status: step.status },
        )
        const chosen = model.cancelAll(
          (run) => step.status === 'all' || run.status === step.status,
          step.action,
        )
        expect(answer.body.runs.map(({ run_id }) => run_id)).toEqual(
          chosen.map((run) => this.#ids.get(run)),
        )
        return
      }
      case 'drop': {
        const streams = [...this.#bound]
        const [run, stream] = streams[step.run % Math.max(streams.length, 1)] ?? []
        if (!run || !stream) return
        this.#bound.delete(run)
        // A client that leaves at the end, or after it, changes nothing.
        if (!model.active.includes(run)) return
        stream.drop()
        model.cancel(run, 'interrupt', false, 'disconnected')
        return
      }
      case 'kill-executor': {
        const pid = this.#h.gates.lastProcess()
        // Only while a run waits at its gate, so that it is known who works on what.
        if (!model.working || pid === null) return
        process.kill(pid, 'SIGKILL')
        return model.lose(true)
      }
      case 'restart':
        this.#bound.clear()
        await this.#stage.restart(step.isCrash)
        return model.lose(step.isCrash)
    }
  }

  /** Waits until everything has settled as the model says, and compares. */
  async check(step?: 'last'): Promise<void> {
    const model = this.#model
    const ended = model.runs.filter((run) => !model.active.includes(run) && !this.#ended.has(run))
    for (const run of ended) {
      this.#ended.add(run)
      await this.#h.call('GET', `${this.#pathOf(run)}/join`)
    }
    const { working } = model
    if (working) await this.#h.gates.visited(working.name, working.visits)
    const expected = model.runs
      .filter(({ status }) => status !== 'deleted')
      .map((run) => ({ run_id: this.#ids.get(run), status: run.status, end_reason: run.reason }))
    const listed = await this.#h.call<Run[]>('GET', `/threads/${this.#thread}/runs?limit=100`)
    expect(
      listed.body
        .map(({ run_id, status, end_reason }) => ({ run_id, status, end_reason }))
        .reverse(),
    ).toEqual(expected)
    for (const run of ended.filter(({ status }) => status === 'deleted')) {
      expect((await this.#h.call('GET', this.#pathOf(run))).status).toBe(404)
    }
    const { status } = await this.#h.getThread(this.#thread)
    expect(status).toBe(model.status)
    // The state is read when something ended or was undone, which is when it could be wrong.
    if (ended.length > 0 || step === 'last') expect(await this.#log()).toEqual(model.log)
  }

  /** What the runs have left in the thread's state. */
  async #log(): Promise<string[]> {
    for (;;) {
      const path = `/threads/${this.#thread}/state`
      const answer = await this.#h.call<ThreadState>('GET', path)
      // While a process is being started again.
      if (answer.status === 503) continue
      expect(answer.status).toBe(200)
      return (answer.body.values as { log?: string[] } | null)?.log ?? []
    }
  }

  /** Leaves nothing at work. */
  async leave(): Promise<void> {
    await this.#h.call('DELETE', `/threads/${this.#thread}`)
  }

  async #create(strategy: MultitaskStrategy, isBound: boolean): Promise<void> {
    const name = randomUUID()
    const body = {
      assistant_id: 'two-steps',
      input: { log: [name], name },
      multitask_strategy: strategy,
    }
    const path = `/threads/${this.#thread}/runs`
    const expected = this.#model.create(name, strategy)
    const run = this.#model.runs.at(-1)
    if (!isBound || expected !== 200 || !run) {
      const answer = await this.#h.call<Run>('POST', path, body)
      expect(answer.status).toBe(expected)
      if (run && expected === 200) this.#ids.set(run, answer.body.run_id)
      return
    }
    const bound = { ...body, on_disconnect: 'cancel' }
    const stream = await this.#h.stream('POST', `${path}/stream`, bound)
    expect(stream.response.status).toBe(200)
    const location = stream.response.headers.get('content-location')
    this.#ids.set(run, location?.split('/').at(-1) ?? '')
    this.#bound.set(run, stream)
  }

  async #cancelIds(step: Extract<Step, { do: 'cancel-ids' }>): Promise<void> {
    const model = this.#model
    const runs = [...new Set(step.runs.flatMap((number) => this.#choose(number) ?? []))]
    if (runs.length === 0) return
    const answer = await this.#h.call<{ runs: CancelOutcome[] }>(
      'POST',
      `/runs/cancel?action=${step.action}&wait=${step.wait}`,
      { thread_id: this.#thread, run_ids: runs.map((run) => this.#ids.get(run)) },
    )
    const were = runs.map(({ status }) => (status === 'deleted' ? 'not_found' : 'not_active'))
    const cancelled = model.cancelAll((run) => runs.includes(run), step.action)
    const expected = runs.map((run, at) => (cancelled.includes(run) ? 'cancelled' : were[at]))
    expect(answer.body.runs.map(({ outcome }) => outcome)).toEqual(expected)
  }

  #choose(number: number): ModelRun | undefined {
    const { runs } = this.#model
    return runs[number % Math.max(runs.length, 1)]
  }

  #pathOf(run: ModelRun): string {
    return `/threads/${this.#thread}/runs/${this.#ids.get(run)}`
  }
}
