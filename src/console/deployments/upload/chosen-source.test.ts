// @vitest-environment node
import { expect, it } from 'vitest'
import { type ChosenFile, chosenSource, filesOfInput } from './chosen-source.ts'

function files(texts: Record<string, string>): ChosenFile[] {
  return Object.entries(texts).map(([path, text]) => ({
    path,
    file: new File([text], path.split('/').at(-1) ?? ''),
  }))
}

it('leaves out what no build needs, variables, and what the ignore files name', async () => {
  const source = await chosenSource(
    files({
      'langgraph.json': '{}',
      '.gitignore': 'dist/\n*.log\n!kept.log\n',
      '.dockerignore': 'docs',
      'src/agent.ts': 'hello',
      'src/debug.log': 'x',
      'kept.log': 'x',
      'dist/agent.js': 'x',
      'docs/guide.md': 'x',
      'node_modules/a/index.js': 'x',
      'packages/one/node_modules/b/index.js': 'x',
      '.git/HEAD': 'x',
      'tools/__pycache__/a.pyc': 'x',
      '.venv/bin/python': 'x',
      '.env': 'KEY=1',
      'packages/one/.env.local': 'KEY=2',
      '.env.example': 'KEY=',
    }),
  )
  expect(source.files.map(({ path }) => path)).toEqual([
    'langgraph.json',
    '.gitignore',
    '.dockerignore',
    'src/agent.ts',
    'kept.log',
    '.env.example',
  ])
  expect(source.leftOut).toBe(10)
  expect(source.bytes).toBe(2 + 22 + 4 + 5 + 1 + 4)
  expect(await source.env?.text()).toBe('KEY=1')
})

it('finds each langgraph.json, those nearest to the root first', async () => {
  const { configPaths } = await chosenSource(
    files({
      'b/deep/langgraph.json': '{}',
      'b/langgraph.json': '{}',
      'a/langgraph.json': '{}',
      'a/other-langgraph.json': '{}',
      'node_modules/x/langgraph.json': '{}',
    }),
  )
  expect(configPaths).toEqual(['a/langgraph.json', 'b/langgraph.json', 'b/deep/langgraph.json'])
})

it('paths are from the chosen folder on', () => {
  const file = new File(['x'], 'agent.ts')
  Object.defineProperty(file, 'webkitRelativePath', { value: 'project/src/agent.ts' })
  expect(filesOfInput([file])).toEqual([{ path: 'src/agent.ts', file }])
})
