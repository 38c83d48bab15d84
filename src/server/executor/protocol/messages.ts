import type { CheckpointCall, ItemsCall, StoreResult } from './checkpoint-calls.ts'
import type { GivenContext } from './input-calls.ts'
import type {
  AppRequest,
  AuthorizeRequest,
  AuthRequest,
  ImportedLibrary,
  LoadRequest,
} from './project-requests.ts'
import type { EventMessage, RunEnd, RunOrder } from './run-order.ts'
import type {
  GraphRequest,
  HistoryRequest,
  StateRequest,
  ThreadGraph,
  UpdateRequest,
} from './thread-calls.ts'
import type { ToldSpan, ToldUsage } from './told-work.ts'

/**
 * What travels between the agent server (parent) and an executor (child process). Values of user
 * code travel as JSON text or as the saver's bytes: the parent never holds an object of theirs.
 */

/**
 * Stands before and after what is known of a line, at its start: the token of the attempt that printed it, and after
 * a colon the level that a logger gave it. Each may be missing.
 */
export const outputMark = '\u001e'

/** Calls that the parent makes; each is answered with JSON text, or with a failure in a sentence. */
export type Call =
  | ({ call: 'load' } & LoadRequest)
  | ({ call: 'state' } & StateRequest)
  | ({ call: 'history' } & HistoryRequest)
  | ({ call: 'update' } & UpdateRequest)
  | ({ call: 'drawing'; xray: boolean | number } & GraphRequest)
  /** `types`: what the types of the project's graphs say, as JSON text of `GraphSchemas` by graph. */
  | ({ call: 'schemas'; types?: string | undefined } & GraphRequest)
  | ({ call: 'subgraphs'; namespace?: string | undefined; recurse: boolean } & GraphRequest)
  | ({ call: 'snapshot' } & ThreadGraph)
  /** Answered with `InputRules`. */
  | { call: 'inputs' }
  /**
   * Answered with the first parts of the addresses at which the project's app has a word where the agent server answers,
   * `*` for all: its middleware, and its own routes.
   */
  | { call: 'app-reach' }
  /** Answered with a list of `InputFault`. */
  | { call: 'check-input'; graph_id: string; input: unknown }
  | ({ call: 'check-context'; graph_id: string } & GivenContext)
  /** Both of the project's own authorization, answered with an `AuthAnswer`. */
  | ({ call: 'authenticate' } & AuthRequest)
  | ({ call: 'authorize' } & AuthorizeRequest)
  /** Before `load`: imports those of these libraries that it can, as the files would that name them. */
  | { call: 'prepare'; libraries: ImportedLibrary[] }
  | { call: 'ping' }
  /** Answered with the ids of the graphs whose types may say more than they tell by themselves. */
  | { call: 'untyped' }
  /** Answered with the longest time since the last such call for which nothing could be taken up, in ms. */
  | { call: 'loop-delay' }

/**
 * The `token` of an attempt, and the `id` of a call or of a request to the app, are random and given with that work
 * alone: who sends a message shows by them on whose behalf. Nothing that is sent says for itself which run or thread
 * it is about.
 */
export type ParentMessage =
  | { kind: 'call'; id: string; body: Call }
  | { kind: 'start'; token: string; order: RunOrder }
  | { kind: 'abort'; token: string }
  /** So many bytes of events were taken up: the run may send as many more. */
  | { kind: 'taken'; token: string; bytes: number }
  /** The run is certainly the server's for so long after it was asked. */
  | { kind: 'held'; token: string; for_ms: number }
  /** A part of the answer to a call was taken: the next one, or no more of it. */
  | { kind: 'more'; id: string; is_wanted: boolean }
  | AppRequest
  /** The next part of the request's body; null: that was all. */
  | { kind: 'app-body'; id: string; chunk: Uint8Array | null }
  /** The last part of the answer was taken in. */
  | { kind: 'app-taken'; id: string }
  /** Whoever asked has left. */
  | { kind: 'app-abort'; id: string }
  | { kind: 'stored'; id: string; result: StoreResult }
  | { kind: 'store-failed'; id: string; message: string }

export type ChildMessage =
  /** Of a long answer what comes before its last part, which `answer` has; each when the one before was taken. */
  | { kind: 'part'; id: string; text: string }
  | { kind: 'answer'; id: string; json: string }
  /** `is_refused`: it is what was asked for that does not fit, not the graph that failed. */
  | { kind: 'failure'; id: string; message: string; stack: string | null; is_refused?: boolean }
  | { kind: 'events'; token: string; events: EventMessage[]; bytes: number }
  | { kind: 'usage'; token: string; usage: ToldUsage }
  | { kind: 'span'; token: string; span: ToldSpan }
  /** Asks before a step whether the run is still the server's; answered by `held`, by `abort`, or not. */
  | { kind: 'hold'; token: string }
  | { kind: 'ended'; token: string; end: RunEnd; stack: string | null }
  /** `id`: random, of the executor's; `token`: of an attempt, or the id of a call. */
  | { kind: 'store'; id: string; token: string; body: CheckpointCall }
  | { kind: 'store'; id: string; body: ItemsCall }
  | {
      kind: 'app-head'
      id: string
      status: number
      headers: [name: string, value: string][]
      has_body: boolean
    }
  /** The next part of the answer, one at a time; null: that was all. */
  | { kind: 'app-chunk'; id: string; chunk: Uint8Array | null }
  /** The app wants more of the request's body. */
  | { kind: 'app-more'; id: string }
  | { kind: 'app-failed'; id: string }
