import { expect, it } from 'vitest'
import type { ShownMessage } from '../conversation-types.ts'
import { usageWords } from './usage.ts'

function answer(
  usage_metadata: unknown,
  [firstAt, settledAt]: readonly [number | null, number | null] = [null, null],
): ShownMessage {
  return {
    key: 'a',
    id: 'a',
    kind: 'ai',
    message: { type: 'ai', content: '', usage_metadata },
    origin: 'state',
    run_id: 'r',
    firstAt,
    settledAt,
  }
}

it('adds up what the server counted; what was watched has a speed', () => {
  const first = answer({ input_tokens: 1000, output_tokens: 10 })
  const second = answer({ input_tokens: 204, output_tokens: 300 }, [1_000, 3_000])
  expect(usageWords([first, second])).toBe('1,204 tokens in, 310 out, 150 tokens/s')
  expect(usageWords([first])).toBe('1,000 tokens in, 10 out')
  // 33.1.6: what came at one go, or nearly so.
  for (const tookMs of [1, 60, 400]) {
    const quick = answer({ input_tokens: 1000, output_tokens: 900 }, [1_000, 1_000 + tookMs])
    expect(usageWords([quick])).toBe('1,000 tokens in, 900 out')
    expect(usageWords([quick, second])).toBe('1,204 tokens in, 1,200 out, 150 tokens/s')
  }
})

it('claims nothing where nothing is told', () => {
  const others = [undefined, null, 'many', {}, { input_tokens: '5', output_tokens: 2 }]
  expect(usageWords(others.map((usage) => answer(usage)))).toBeNull()
  expect(usageWords([answer({ input_tokens: 1, output_tokens: 2 }, [5, 5])])).toBe(
    '1 token in, 2 out',
  )
})
