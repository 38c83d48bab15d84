/** What a graph refuses of its input before its first step, so that it need not be asked about every input. */
export interface InputRule {
  /** The input is an object of fields. */
  is_object: boolean
  /** The fields that hold messages. */
  messages: string[]
  /** The graph reads its input by a schema of its own. */
  has_schema: boolean
  /** The graph reads its context by a schema of its own. */
  has_context: boolean
}

/** What a run gives to its graph beside the input. */
export interface GivenContext {
  /** Null: the graph reads the configurable values instead. */
  context: Record<string, unknown> | null
  configurable: Record<string, unknown>
}

/** By graph; a graph that is made anew for each use has none. The answer to `inputs` as JSON text. */
export type InputRules = Record<string, InputRule>

/**
 * A part of an input or a context that the graph would fail on, and why; `check-input` and `check-context` answer a list
 * of them as JSON text.
 */
export interface InputFault {
  path: (string | number)[]
  message: string
}
