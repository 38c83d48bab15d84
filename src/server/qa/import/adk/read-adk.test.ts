import { expect, it } from 'vitest'
import { readCaseFile } from '../read-case-file.ts'

const said = (text: string) => ({ parts: [{ text }], role: 'user' })

const evalSet = {
  eval_set_id: 'dice',
  eval_cases: [
    {
      eval_id: 'roll_twice',
      conversation: [
        {
          invocation_id: 'e-1',
          user_content: said('Roll a die twice.'),
          final_response: said('You rolled 3 and 4.'),
          intermediate_data: {
            tool_uses: [
              { name: 'roll', args: { sides: 6 } },
              { name: 'roll', args: { sides: 6 } },
              { name: 'check_prime', args: {} },
            ],
            intermediate_responses: [['agent', [{ text: 'Rolling.' }]]],
          },
        },
      ],
      session_input: { app_name: 'dice', user_id: 'user', state: {} },
    },
    { eval_id: 'nothing', conversation: [] },
    {
      evalId: 'two turns',
      conversation: [
        {
          userContent: said('Hi'),
          finalResponse: said('Hello.'),
          intermediateData: {
            invocation_events: [
              {
                author: 'agent',
                content: { parts: [{ function_call: { name: 'greet', args: {} } }] },
              },
            ],
          },
        },
        { userContent: said('Bye'), finalResponse: said('Farewell.') },
      ],
    },
    { eval_id: 'silent', conversation: [{ user_content: { parts: [] } }] },
  ],
}

it('makes turns of invocations and checks of the tools that are used', () => {
  const text = JSON.stringify(evalSet, null, 2)
  const read = readCaseFile({ text, name: 'dice.evalset.json' })
  expect(read.format).toBe('adk')
  expect(read.cases.map((one) => one.line)).toEqual([
    lineOf(text, '"roll_twice"') - 1,
    lineOf(text, '"two turns"') - 1,
  ])
  expect(read.cases.map((one) => one.case)).toMatchObject([
    {
      key: 'roll_twice',
      turns: [{ do: 'send', text: 'Roll a die twice.' }],
      expected: 'You rolled 3 and 4.',
      checks: [
        { check: 'tool_called', tool: 'roll', args: { sides: 6 }, times: 2 },
        { check: 'tool_called', tool: 'check_prime' },
        { check: 'tool_order', tools: ['roll', 'roll', 'check_prime'] },
      ],
    },
    {
      key: 'two-turns',
      turns: [
        { do: 'send', text: 'Hi' },
        { do: 'send', text: 'Bye' },
      ],
      expected: 'Turn 1: Hello.\nTurn 2: Farewell.',
      checks: [{ check: 'tool_called', tool: 'greet' }],
    },
  ])
  expect(read.left_out).toEqual([
    `“intermediate_responses” is not taken over: line ${lineOf(text, '"e-1"') - 1}.`,
    `“session_input” is not taken over: line ${lineOf(text, '"session_input"')}.`,
  ])
  expect(read.faults).toEqual([
    {
      line: lineOf(text, '"nothing"') - 1,
      column: 5,
      message: 'The eval case has no “conversation”.',
    },
    {
      line: lineOf(text, '"silent"') - 1,
      column: 5,
      message: 'The user says nothing in invocation 1 of the eval case.',
    },
  ])
})

const older = [
  {
    query: 'Roll a die.',
    expected_tool_use: [{ tool_name: 'roll', tool_input: { sides: 6 } }],
    expected_intermediate_agent_responses: [{ author: 'agent', text: 'Rolling.' }],
    reference: 'You rolled 3.',
  },
  { query: 'Again', expected_tool_use: [], reference: 'You rolled 4.' },
]
const ofOlder = {
  turns: [
    { do: 'send', text: 'Roll a die.' },
    { do: 'send', text: 'Again' },
  ],
  expected: 'Turn 1: You rolled 3.\nTurn 2: You rolled 4.',
  checks: [{ check: 'tool_called', tool: 'roll', args: { sides: 6 } }],
}

it('33.3.9: a list of cases in the older layout is told as that, also with queries alone', () => {
  const text = JSON.stringify([{ name: 'a', data: [{ query: 'Hi' }, { query: 'Bye' }] }])
  expect(readCaseFile({ text, name: 'cases.json' })).toMatchObject({
    format: 'adk_older',
    faults: [],
    cases: [{ case: { key: 'a', turns: [{ text: 'Hi' }, { text: 'Bye' }] } }],
  })
})

it.each([
  ['of the older layout', { name: 'a', data: [{ query: 'Hi' }, { query: 'Bye' }] }, 'adk_older'],
  [
    'of an eval set',
    { eval_id: 'a', conversation: [{ user_content: said('Hi') }, { user_content: said('Bye') }] },
    'adk',
  ],
])('33.3.9: a case %s that stands alone is read', (_, value, format) => {
  expect(readCaseFile({ text: JSON.stringify(value, null, 1), name: 'a.json' })).toMatchObject({
    format,
    faults: [],
    cases: [{ line: 1, case: { key: 'a', turns: [{ text: 'Hi' }, { text: 'Bye' }] } }],
  })
})

it('33.3.9: a conversation whose first query expects nothing is one conversation', () => {
  const read = readCaseFile({
    text: JSON.stringify([{ query: 'Hi' }, { query: 'Bye', reference: 'x' }]),
  })
  expect(read).toMatchObject({ format: 'adk_older', faults: [] })
  expect(read.cases.map((one) => one.case.turns)).toMatchObject([[{ text: 'Hi' }, { text: 'Bye' }]])
})

it('33.3.9: what a set says of itself is the suite’s, and what nothing is made of is named', () => {
  const text = JSON.stringify(
    {
      ...{ eval_set_id: 's', name: 'Dice', description: 'Rolls.', owner: 'Ada' },
      eval_cases: [
        {
          eval_id: 'a',
          conversation: [
            {
              user_content: said('Roll.'),
              rubrics: [{ rubric_id: 'polite' }],
              intermediate_data: {
                tool_uses: [{ name: 'roll' }, { args: {} }],
                tool_responses: [{ name: 'roll' }],
              },
            },
          ],
        },
      ],
    },
    null,
    1,
  )
  const read = readCaseFile({ text })
  expect(read.suite).toEqual({ name: 'Dice', description: 'Rolls.' })
  expect(read.cases[0]?.case.checks).toEqual([{ check: 'tool_called', tool: 'roll' }])
  const turn = lineOf(text, '"user_content"') - 1
  expect(read.left_out).toEqual([
    `“owner” is not taken over: line ${lineOf(text, '"owner"')}.`,
    `“rubrics” is not taken over: line ${turn}.`,
    `“tool_responses” is not taken over: line ${turn}.`,
    `Uses of tools without a name are not taken over: line ${turn}.`,
  ])
})

it.each([
  ['a conversation', older, 'roll-a-die', 2],
  ['a list of cases', [{ name: 'dice', data: older, initial_session: {} }], 'dice', 5],
])('reads the older layout: %s', (_, value, key, line) => {
  const text = JSON.stringify(value, null, 2)
  const read = readCaseFile({ text, name: 'simple.test.json' })
  expect(read).toMatchObject({ format: 'adk_older', faults: [] })
  expect(read.cases.map((one) => one.case)).toMatchObject([{ key, ...ofOlder }])
  expect(read.left_out).toEqual([
    `“expected_intermediate_agent_responses” is not taken over: line ${line}.`,
  ])
})

it('names the place of a silent query in the older layout', () => {
  const text = '[\n {"name": "a", "data": [{"query": "", "reference": "x"}]}\n]'
  expect(readCaseFile({ text, name: 'a.json' }).faults).toEqual([
    { line: 2, column: 2, message: 'The user says nothing in invocation 1 of the eval case.' },
  ])
})

it.each([
  ['{"eval_cases": [', 1, 17, 'This is no JSON: it ends too early.'],
  ['{\n "eval_cases": {}}', 2, 16, 'Here an object with a list of “eval_cases” was expected.'],
  ['{"eval_cases": [\n  7]}', 2, 3, 'An eval case is an object in braces.'],
])('names the place of what is wrong in %j', (text, line, column, message) => {
  const read = readCaseFile({ text, format: 'adk' })
  expect(read.faults).toEqual([{ line, column, message }])
})

function lineOf(text: string, part: string): number {
  return text.split('\n').findIndex((line) => line.includes(part)) + 1
}

it('33.3.9: an older case that holds nothing is told as one', () => {
  const text = '[{"name": "a", "data": [], "initial_session": {}}]'
  const { format, faults } = readCaseFile({ text })
  expect(format).toBe('adk_older')
  expect(faults).toEqual([
    { line: 1, column: 2, message: 'The eval case has no queries in its “data”.' },
  ])
})
