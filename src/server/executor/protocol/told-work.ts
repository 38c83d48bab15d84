/** An answer of a model that a run made: told once, when it is there. */
export interface ToldUsage {
  message_id: string
  /** The step of the graph itself that it belongs to. */
  step: number | null
  node: string | null
  /** As the call of the model names it; what the message names goes before. */
  model: string | null
  /** JSON text: the message's own `usage_metadata`, and what its `response_metadata` has of tokens. */
  usage: string
}

/** A step, a tool or a call of a model that has ended. Times are milliseconds since 1970. */
export interface ToldSpan {
  kind: 'step' | 'tool' | 'model'
  /** A UUID; `parent_id` is that of the span around it, or the run's. */
  id: string
  parent_id: string
  name: string
  started_at: number
  ended_at: number
  /** The name of the error that it ended with. */
  error: string | null
  model: string | null
  provider: string | null
  tool_call_id: string | null
  /** As in ToldUsage. */
  usage: string | null
  /** JSON text, where contents are asked for. */
  input: string | null
  output: string | null
}
