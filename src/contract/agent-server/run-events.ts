import * as z from 'zod/mini'

/** One server-sent event of a run's stream (§6): data is parsed JSON, or text that is none. */
export interface RunEvent {
  /** Position in the run's log; null where the server sends none. */
  readonly id: string | null
  /** `metadata`, `values`, `updates`, `messages`, `feedback`, `error`, …; subgraphs add `|namespace`. */
  readonly event: string
  readonly data: unknown
}

/** `messages|writer:abc|draft:def` to its kind and the namespaces of the subgraph. */
export function splitEventName(event: string): { kind: string; namespace: string[] } {
  const [kind = '', ...namespace] = event.split('|')
  return { kind, namespace }
}

/** Data of the `metadata` event, the first of a stream. */
export const RunMetadataData = z.looseObject({
  run_id: z.string(),
  attempt: z.nullish(z.number()),
  thread_id: z.nullish(z.string()),
})

/** `error` of the error event when the run was cancelled rather than failed. */
export const cancelErrorNames = { interrupt: 'UserInterrupt', rollback: 'UserRollback' } as const

/** `error` of a run with `strict_resume` whose answer was for a question that does not wait. The thread waits as before. */
export const unknownInterrupt = 'UnknownInterruptError'

/** §2.6, §6: one entry a feedback key; each value is a pre-signed URL. */
export const FeedbackUrls = z.record(z.string(), z.string())
export type FeedbackUrls = z.infer<typeof FeedbackUrls>
