import type { StoreResult } from '../../executor/protocol/checkpoint-calls.ts'
import type { LeaseSpan } from '../../executor/protocol/lease-span.ts'
import type { EventMessage, RunEnd } from '../../executor/protocol/run-order.ts'
import type { ToldSpan, ToldUsage } from '../../executor/protocol/told-work.ts'
import type { AnswerOwn } from '../own-requests/own-door.ts'
import type { ScopedStoreCall } from './store-scope.ts'

/** What an attempt at a run tells. */
export type RunTold =
  | { kind: 'events'; events: EventMessage[] }
  | { kind: 'usage'; usage: ToldUsage }
  | { kind: 'span'; span: ToldSpan }
  | { kind: 'ended'; end: RunEnd }

/** What is heard of the executors, in the order in which it happens: the way back of every run. */
export type ExecutorEvent =
  | (RunTold & { run_id: string })
  /** The process is gone with the runs that it worked on; why, in a sentence. */
  | { kind: 'lost'; run_ids: string[]; reason: string }
  /** What serves a deployment is not there any more, or could not be started again. */
  | { kind: 'down'; deployment_id: string; isFirstFailure: boolean }
  /** A crashed process is up again, and can take runs. */
  | { kind: 'ready'; deployment_id: string }

/** Whoever has runs executed. */
export interface ExecutorOwner {
  /** Resolves when it is taken in, so that the run may send more. Never rejects. */
  onEvent(event: ExecutorEvent): Promise<void>
  /** For how long a run is this server's; null when it is not. Never rejects. */
  hold(runId: string): Promise<LeaseSpan | null>
  /** Answers what the executor asks of the store; rejects with a sentence. */
  store(deploymentId: string, body: ScopedStoreCall): Promise<StoreResult>
  /** Answers what code of a deployment asks of the agent server of that deployment. */
  answerOwn: AnswerOwn
}
