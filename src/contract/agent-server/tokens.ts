/** What an answer of a model took. Cached tokens are a part of the input, reasoning tokens a part of the output. */
export interface TokenCounts {
  input_tokens: number
  output_tokens: number
  cached_tokens: number
  reasoning_tokens: number
}

type Fields = Record<string, unknown>

/** Where a message tells what it took. */
interface CountedMessage {
  [field: string]: unknown
  usage_metadata?: unknown
  response_metadata?: unknown
}

/**
 * What a message says it took, or null where it says nothing. `usage_metadata` goes before; where it is missing,
 * the shapes are read that providers leave in `response_metadata`. The one place where tokens are read.
 */
export function tokensOf(message: CountedMessage): TokenCounts | null {
  const told = fieldsOf(message.response_metadata)
  const places = [
    message.usage_metadata,
    told.usage,
    told.token_usage,
    told.tokenUsage,
    told.usage_metadata,
    told.usageMetadata,
    told,
  ]
  for (const place of places) {
    const counts = countsOf(fieldsOf(place))
    if (counts) return counts
  }
  return null
}

/** The model that a message says it is of, or null. */
export function modelOf(message: CountedMessage): string | null {
  const told = fieldsOf(message.response_metadata)
  const names = [told.model_name, told.model, told.model_id, told.modelId, told.modelName]
  return names.find((name): name is string => typeof name === 'string' && name !== '') ?? null
}

/** Adds up. */
export function addTokens(one: TokenCounts, other: TokenCounts): TokenCounts {
  return {
    input_tokens: one.input_tokens + other.input_tokens,
    output_tokens: one.output_tokens + other.output_tokens,
    cached_tokens: one.cached_tokens + other.cached_tokens,
    reasoning_tokens: one.reasoning_tokens + other.reasoning_tokens,
  }
}

/** By the names that input and output are told by; both must be there. */
function countsOf(told: Fields): TokenCounts | null {
  const input = first(told, inputNames)
  const output = first(told, outputNames)
  if (input === null || output === null) return null
  const details = [
    fieldsOf(told.input_token_details),
    fieldsOf(told.prompt_tokens_details),
    fieldsOf(told.input_tokens_details),
    told,
  ]
  const thoughts = [
    fieldsOf(told.output_token_details),
    fieldsOf(told.completion_tokens_details),
    fieldsOf(told.output_tokens_details),
    told,
  ]
  const cached = firstOf(details, cachedNames) ?? 0
  const reasoning = firstOf(thoughts, reasoningNames) ?? 0
  // This provider counts what it read from and wrote to its cache beside its input.
  const beside =
    'cache_read_input_tokens' in told || 'cache_creation_input_tokens' in told
      ? cached + (first(told, ['cache_creation_input_tokens']) ?? 0)
      : 0
  // This one counts its thoughts beside its output.
  const thoughtBeside = 'thoughtsTokenCount' in told ? reasoning : 0
  const input_tokens = input + beside
  const output_tokens = output + thoughtBeside
  return {
    input_tokens,
    output_tokens,
    cached_tokens: Math.min(cached, input_tokens),
    reasoning_tokens: Math.min(reasoning, output_tokens),
  }
}

const inputNames = [
  'input_tokens',
  'prompt_tokens',
  'promptTokens',
  'inputTokens',
  'promptTokenCount',
  'prompt_token_count',
  'prompt_eval_count',
]
const outputNames = [
  'output_tokens',
  'completion_tokens',
  'completionTokens',
  'outputTokens',
  'candidatesTokenCount',
  'candidates_token_count',
  'eval_count',
]
const cachedNames = [
  'cache_read',
  'cached_tokens',
  'cache_read_input_tokens',
  'cachedContentTokenCount',
  'cached_content_token_count',
  'cacheReadInputTokens',
]
const reasoningNames = ['reasoning', 'reasoning_tokens', 'thoughtsTokenCount']

function firstOf(places: readonly Fields[], names: readonly string[]): number | null {
  for (const place of places) {
    const count = first(place, names)
    if (count !== null) return count
  }
  return null
}

function first(told: Fields, names: readonly string[]): number | null {
  for (const name of names) {
    const count = told[name]
    if (typeof count === 'number' && Number.isFinite(count) && count >= 0) return Math.round(count)
  }
  return null
}

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {}
}
