import { expect, it } from 'vitest'
import { modelOf, tokensOf } from './tokens.ts'

const counts = (input: number, output: number, cached = 0, reasoning = 0) => ({
  input_tokens: input,
  output_tokens: output,
  cached_tokens: cached,
  reasoning_tokens: reasoning,
})

it.each([
  ['nothing', {}, null],
  [
    'odd things',
    { usage_metadata: 'many', response_metadata: { usage: { total_tokens: 3 } } },
    null,
  ],
  ['text for a number', { usage_metadata: { input_tokens: '5', output_tokens: null } }, null],
  [
    'usage_metadata, before what a provider leaves',
    {
      usage_metadata: {
        input_tokens: 10,
        output_tokens: 5,
        input_token_details: { cache_read: 4 },
        output_token_details: { reasoning: 2 },
      },
      response_metadata: { usage: { prompt_tokens: 99, completion_tokens: 99 } },
    },
    counts(10, 5, 4, 2),
  ],
  [
    'prompt and completion tokens with their details',
    {
      usage_metadata: null,
      response_metadata: {
        token_usage: {
          prompt_tokens: 8,
          completion_tokens: 6,
          prompt_tokens_details: { cached_tokens: 3 },
          completion_tokens_details: { reasoning_tokens: 4 },
        },
      },
    },
    counts(8, 6, 3, 4),
  ],
  [
    'the same in camel case',
    { response_metadata: { tokenUsage: { promptTokens: 8, completionTokens: 6 } } },
    counts(8, 6),
  ],
  [
    'a cache that is counted beside the input',
    {
      response_metadata: {
        usage: {
          input_tokens: 10,
          output_tokens: 2,
          cache_read_input_tokens: 100,
          cache_creation_input_tokens: 50,
        },
      },
    },
    counts(160, 2, 100),
  ],
  [
    'thoughts that are counted beside the output',
    {
      response_metadata: {
        usageMetadata: { promptTokenCount: 9, candidatesTokenCount: 4, thoughtsTokenCount: 6 },
      },
    },
    counts(9, 10, 0, 6),
  ],
  [
    'counts that stand by themselves',
    { response_metadata: { model: 'local', prompt_eval_count: 11, eval_count: 12 } },
    counts(11, 12),
  ],
])('reads %s', (_what, message, found) => {
  expect(tokensOf(message)).toEqual(found)
})

it('reads the model by the names that it is told by', () => {
  expect(modelOf({ response_metadata: { model_name: '', modelId: 'acme-1' } })).toBe('acme-1')
  expect(modelOf({ response_metadata: null })).toBeNull()
})
