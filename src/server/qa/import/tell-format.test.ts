import { expect, it } from 'vitest'
import { tellFormat } from './tell-format.ts'

it.each([
  ['csv', 'cases.csv', 'anything'],
  ['csv', undefined, 'question,expected\nHow?,so\n'],
  ['csv', 'cases.csv', 'input;expected\n'],
  ['tsv', 'cases.tsv', 'input'],
  ['tsv', undefined, 'How?\tSays how.'],
  ['lines', undefined, 'Hello, how are you?\nWhat, again?'],
  ['lines', undefined, '[link] what is this?'],
  ['lines', 'prompts.txt', 'input,expected'],
  ['jsonl', undefined, '{"suite":{"name":"a"}}\n{"key":"a","turns":[]}'],
  ['jsonl', undefined, '{"key":"a"\n{"key":"b","turns":[]}'],
  ['jsonl', 'a.jsonl', 'no json'],
  ['chat_jsonl', 'train.jsonl', '{"messages":[]}'],
  ['langsmith_jsonl', 'examples.jsonl', '{"id":"1","inputs":{},"outputs":{}}'],
  ['langsmith_jsonl', 'dataset.json', '[{"inputs":{"question":"a"}}]'],
  ['langsmith_csv', 'dataset.csv', 'id,inputs,outputs\n'],
  ['langsmith_csv', undefined, 'input_question,output_answer\n'],
  ['promptfoo', 'promptfooconfig.yaml', 'a: b'],
  ['promptfoo', undefined, '# tests\nprompts:\n  - a\ntests: []\n'],
  ['promptfoo', 'config.json', '{"prompts":["a"],"tests":[]}'],
  ['adk', 'a.evalset.json', '{"eval_set_id":"a",\n"eval_cases":[]}'],
  ['adk', undefined, '{"evalCases":[]}'],
  ['adk_older', undefined, '[{"query":"a","expected_tool_use":[],"reference":"b"}]'],
  ['adk_older', 'simple.test.json', '[{"name":"a","data":[{"query":"a"}],"initial_session":{}}]'],
  // 33.3.9: also one that has nothing in it, or nothing that can be said.
  ['adk_older', undefined, '[{"name":"a","data":[],"initial_session":{}}]'],
  ['adk_older', 'simple.test.json', '[{"name":"a","data":[{"query":3}]}]'],
  [null, 'book.xlsx', 'PK\u0003\u0004'],
  [null, undefined, '<!DOCTYPE html>'],
])('tells %s of a file named %s', (format, name, text) => {
  expect(tellFormat(text, name)).toBe(format)
})
