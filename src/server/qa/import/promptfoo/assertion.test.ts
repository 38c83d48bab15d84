import { expect, it } from 'vitest'
import { judge } from '../../attempts/checks.ts'
import { readAssertion } from './assertion.ts'

const vars = { name: 'Ada' }

it.each([
  [{ type: 'contains', value: 'Hi {{name}}' }, [{ check: 'contains', text: 'Hi Ada' }]],
  [{ type: 'contains', value: 42 }, [{ check: 'contains', text: '42' }]],
  [{ type: 'icontains', value: 'a' }, [{ check: 'contains', text: 'a', ignore_case: true }]],
  [{ type: 'not-contains', value: 'a' }, [{ check: 'contains', text: 'a', not: true }]],
  [
    { type: 'contains-all', value: ['a', 'b'] },
    [
      { check: 'contains', text: 'a' },
      { check: 'contains', text: 'b' },
    ],
  ],
  [
    { type: 'icontains-any', value: 'a.b, c' },
    [{ check: 'matches', pattern: 'a\\.b|c', flags: 'i' }],
  ],
  [
    { type: 'not-icontains-any', value: ['a'] },
    [{ check: 'contains', text: 'a', not: true, ignore_case: true }],
  ],
  [{ type: 'starts-with', value: '(a' }, [{ check: 'matches', pattern: '^\\(a' }]],
  [{ type: 'equals', value: 'a?' }, [{ check: 'matches', pattern: '^a\\?$' }]],
  [{ type: 'not-regex', value: '\\d+' }, [{ check: 'matches', pattern: '\\d+', not: true }]],
  [{ type: 'latency', threshold: 500 }, [{ check: 'max_seconds', seconds: 0.5 }]],
  [{ type: 'word-count', value: { max: 50 } }, [{ check: 'max_words', words: 50 }]],
  [{ type: 'trajectory:tool-used', value: 'a' }, [{ check: 'tool_called', tool: 'a' }]],
  [
    { type: 'trajectory:tool-used', value: { name: 'a', min: 2, max: 2 } },
    [{ check: 'tool_called', tool: 'a', times: 2 }],
  ],
  [
    { type: 'trajectory:tool-used', value: { name: 'a', max: 0 } },
    [{ check: 'tool_not_called', tool: 'a' }],
  ],
  [{ type: 'not-trajectory:tool-used', value: ['a'] }, [{ check: 'tool_not_called', tool: 'a' }]],
  [
    { type: 'trajectory:tool-sequence', value: { steps: ['a', { name: 'b' }] } },
    [{ check: 'tool_order', tools: ['a', 'b'] }],
  ],
  [
    { type: 'trajectory:tool-args-match', value: { name: 'a', args: { who: '{{name}}' } } },
    [{ check: 'tool_called', tool: 'a', args: { who: 'Ada' } }],
  ],
  [
    { type: 'tool-call-f1', value: 'a, b' },
    [
      { check: 'tool_called', tool: 'a' },
      { check: 'tool_called', tool: 'b' },
    ],
  ],
])('makes checks of %j', (assertion, checks) => {
  expect(readAssertion(assertion, vars)).toEqual({ checks })
})

it.each([
  { type: 'javascript', value: 'output.length < 9' },
  { type: 'contains', value: '' },
  { type: 'contains', value: 'file://a.txt' },
  { type: 'contains', value: '{{ name | upper }}' },
  { type: 'contains', value: 'a', weight: 0 },
  { type: 'contains', value: 'a', transform: 'output.trim()' },
  { type: 'equals', value: { a: 1 } },
  { type: 'equals', value: 'a'.repeat(3_000) },
  { type: 'regex', value: '(' },
  { type: 'not-contains-all', value: ['a', 'b'] },
  { type: 'cost', threshold: 0.01 },
  { type: 'not-llm-rubric', value: 'rude' },
  { type: 'trajectory:tool-used', value: { name: 'a', max: 3 } },
  { type: 'trajectory:tool-used', value: { pattern: 'a*' } },
  { type: 'trajectory:tool-sequence', value: { mode: 'exact', steps: ['a', 'b'] } },
  { type: 'trajectory:tool-args-match', value: { name: 'a', mode: 'exact', args: {} } },
  { type: 'tool-call-f1', value: ['a'], threshold: 0.5 },
  { type: 'assert-set', threshold: 0.5, assert: [] },
])('takes nothing of %j and names it', (assertion) => {
  expect(readAssertion(assertion, vars)).toEqual({
    checks: [],
    leftOut: `“${assertion.type}” is not taken over`,
  })
})

it('leaves to people what another model was to judge', () => {
  const taken = readAssertion({ type: 'llm-rubric', value: 'Greets {{name}}.' }, vars)
  expect(taken).toMatchObject({ checks: [], expected: 'Greets Ada.' })
  expect(taken.leftOut).toContain('“llm-rubric” is left to people')
})

it.each([
  ['{"a": [1,\n 2]}', true],
  [' [1] ', true],
  ['It is {"a": 1}.', false],
])('of is-json looks at the outside of the answer: %j', async (answer, passed) => {
  const { checks, leftOut } = readAssertion({ type: 'is-json', value: { type: 'object' } }, vars)
  const facts = {
    answer,
    values: {},
    tools: [],
    runStatus: 'success',
    threadStatus: 'idle',
    seconds: 1,
    tokens: null,
  }
  const judged = await Promise.all(checks.map((check) => judge(check, facts)))
  expect(judged.map((one) => one.passed)).toEqual([passed])
  expect(leftOut).toContain('its schema is not taken over')
})
