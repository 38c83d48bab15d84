import type { Context } from 'hono'
import type { RunCreate, StreamMode } from '../../../contract/agent-server/run-request.ts'
import { asError } from '../../as-error.ts'
import { HttpError } from '../../http/http-error.ts'
import { requestKeyOf } from '../../http/request-key.ts'
import { takeFilter } from '../access/granted-access.ts'
import { deploymentOf } from '../agent-routes.ts'
import { unknownRun } from '../not-found.ts'
import { refuseWaitForSelf } from '../own-requests/wait-for-self.ts'
import type { RunEngine } from '../run-engine.ts'
import type { RunRow } from '../run-row.ts'
import { findRun } from '../run-store/run-store.ts'
import { cancelDropped } from '../runs/cancel-runs.ts'
import { createRun } from '../runs/create-run.ts'
import { RunFeedback } from '../runs/run-feedback.ts'
import { ofModes } from './event-modes.ts'
import { listenTo } from './listen-to-run.ts'
import type { RunLog } from './log/run-log.ts'
import { type ClientLine, eventStream, type Listening } from './response-stream.ts'

/** What the streaming routes need besides the engine. */
export interface StreamOptions extends Pick<ClientLine, 'heartbeatMs'> {
  /** Aborted when the server stops: every listener comes to a clean end. */
  closing: AbortSignal
}

/** Binds runs to the connections of those who listen to them (§4.2 rule 3). */
export class RunListening {
  readonly #engine: RunEngine
  readonly #options: StreamOptions

  constructor(engine: RunEngine, options: StreamOptions) {
    this.#engine = engine
    this.#options = options
  }

  /** Creates a run, or finds the one that the request has made before, and listens to it. `asked` in the query goes before what the body says. */
  async begin(
    context: Context,
    threadId: string,
    body: RunCreate,
    asked: 'cancel' | 'continue' | undefined,
  ): Promise<Listening & { run: RunRow }> {
    const onDisconnect = asked ?? body.on_disconnect ?? 'continue'
    const deployment = deploymentOf(this.#engine, context)
    const key = { deployment_id: deployment, thread_id: threadId }
    await refuseWaitForSelf(this.#engine.database, key, body)
    const { run, log } = await createRun(this.#engine, deployment, threadId, body, onDisconnect, {
      traceparent: context.req.header('traceparent'),
      key: requestKeyOf(context),
      allowed: takeFilter(context),
    })
    const isBound = onDisconnect === 'cancel'
    const listening = log ? this.#listening(run, log, isBound) : await this.join(run, isBound)
    return { ...listening, run, location: locationOf(run) }
  }

  /** Listens to a run that is there. */
  async join(run: RunRow, isBound: boolean): Promise<Listening> {
    const { log, isLive } = await listenTo(this.#engine, run)
    return this.#listening(run, log, isBound && isLive)
  }

  /** Joins the stream of a run where the client left off, with the events of `modes` only, if given. */
  async joinStream(
    context: Context,
    run: RunRow,
    query: {
      cancel_on_disconnect?: boolean | undefined
      stream_mode?: StreamMode | StreamMode[] | undefined
    },
  ): Promise<Response> {
    const listening = await this.join(run, query.cancel_on_disconnect ?? false)
    const isWanted = ofModes([query.stream_mode ?? []].flat())
    const position = positionOf(context, listening.log)
    return eventStream(context, position, { ...listening, isWanted })
  }

  #listening(run: RunRow, log: RunLog, isBound: boolean): Listening {
    const onDrop = () => {
      cancelDropped(this.#engine, run).catch((error) => this.#engine.report(asError(error)))
    }
    const feedback = new RunFeedback(this.#engine, run)
    const onOpen = () =>
      this.#engine.listeners.add(run.run_id, {
        since: this.#engine.now().toISOString(),
        cancels_on_disconnect: isBound,
      })
    const rejoin = async () => {
      const present = await findRun(this.#engine.database, run)
      if (!present) throw unknownRun()
      return (await listenTo(this.#engine, present)).log
    }
    return { ...this.#options, log, rejoin, feedback, onOpen, onDrop: isBound ? onDrop : null }
  }
}

/** `Last-Event-ID` is exclusive; absent or `-1` is from the start. */
function positionOf(context: Context, log: RunLog): number {
  const given = context.req.header('last-event-id')?.trim()
  const start = startOf(log)
  if (given === undefined || given === '') return start
  const id = Number(given)
  if (!Number.isInteger(id) || id < -1) throw faultyPosition('Write the id of an event, or -1.')
  return Math.min(Math.max(id, start), log.nextId - 1)
}

/** Before the first event that can be read. */
export function startOf(log: RunLog): number {
  return log.isStored ? -1 : log.start
}

/** 422 for a `Last-Event-ID` that is none. */
export function faultyPosition(msg: string): HttpError {
  return new HttpError(422, [{ loc: ['header', 'Last-Event-ID'], msg, type: 'value_error' }])
}

/** The run's address, below that of its agent server. */
export function locationOf(run: { thread_id: string; run_id: string }): string {
  return `/threads/${run.thread_id}/runs/${run.run_id}`
}
