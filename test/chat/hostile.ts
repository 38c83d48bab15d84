import fc from 'fast-check'

/**
 * How a fuzz test runs: the same cases each time, so that a failure can be looked at; its message names
 * seed and path. `FUZZ_SEED=$RANDOM FUZZ_RUNS=20000` looks further.
 */
export function fuzzed(usualRuns: number): { numRuns: number; seed: number } {
  return {
    numRuns: Number(process.env.FUZZ_RUNS ?? usualRuns),
    seed: Number(process.env.FUZZ_SEED ?? 4100),
  }
}

/** Few, so that they meet. */
export const ids = fc.constantFrom('a', 'b', 'c', null, undefined)
/** Messages of every kind and none, whole and in pieces. */
export const messages = fc.record(
  {
    id: ids,
    type: fc.constantFrom('human', 'ai', 'AIMessageChunk', 'tool', 'system', 'remove', 'alien', ''),
    content: fc.oneof(fc.string(), fc.array(fc.jsonValue({ maxDepth: 2 })), fc.jsonValue()),
    tool_call_id: ids,
    tool_calls: fc.oneof(
      fc.constant(undefined),
      fc.array(fc.record({ id: ids, name: fc.string(), args: fc.jsonValue() }), { maxLength: 2 }),
      fc.jsonValue(),
    ),
    tool_call_chunks: fc.oneof(
      fc.constant(undefined),
      fc.array(fc.record({ index: fc.nat(2), id: ids, name: ids, args: fc.string() }), {
        maxLength: 2,
      }),
      fc.jsonValue(),
    ),
  },
  { requiredKeys: [] },
)

export const nasty = fc.constantFrom(
  '<img src=x onerror=alert(1)>',
  '<script>alert(1)</script>',
  '[a](javascript:alert(1))',
  '[a](data:text/html;base64,PHNjcmlwdD4=)',
  '![i](https://x.example/p.png)',
  '[b]: javascript:alert(1)\n[b]',
  '<a href="jav&#x09;ascript:alert(1)">x</a>',
  '&lt;iframe&gt;',
  '`'.repeat(7),
  '|a|b|\n|-|-|\n',
  '\u0000\ud800',
  '- '.repeat(40),
  '> '.repeat(40),
  '$$\\href{javascript:alert(1)}{x}$$',
  '\n\n',
)
/** Markdown that means harm, between words that mean none. */
export const hostile = fc
  .array(fc.oneof(nasty, fc.string({ unit: 'grapheme' }), fc.lorem({ maxCount: 6 })), {
    maxLength: 12,
  })
  .map((parts) => parts.join(''))
