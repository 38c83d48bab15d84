import { mkdir, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type DomStack, startDomStack } from '../../helpers/dom-stack.ts'
import { renderConsole } from '../../helpers/render.tsx'

const graph = `import { MessagesAnnotation, START, StateGraph } from '@langchain/langgraph'
import { word } from './words.ts'

export const agent = new StateGraph(MessagesAnnotation)
  .addNode('think', () => ({}))
  .addNode('say', () => ({ messages: [{ role: 'assistant', content: word }] }))
  .addEdge(START, 'think')
  .addEdge('think', 'say')
  .compile()
`

let stack: DomStack
let folder: string
let pages: string

/** As a whole: the server must not read it half written. */
const save = async (text: string) => {
  const part = path.join(stack.folder, 'words.part')
  await writeFile(part, text)
  await rename(part, path.join(folder, 'words.ts'))
}
const answer = (word: string) => save(`export const word = '${word}'\n`)
const conversation = async () => within(await screen.findByRole('log', { name: 'Conversation' }))
const send = async ({ user }: ReturnType<typeof renderConsole>, text: string) =>
  user.type(await screen.findByRole('textbox', { name: 'Message' }), `${text}{Enter}`)

beforeAll(async () => {
  stack = await startDomStack()
  folder = path.join(stack.folder, 'my-agent')
  await mkdir(folder)
  await writeFile(path.join(folder, 'langgraph.json'), '{"graphs": {"agent": "./graph.ts:agent"}}')
  await writeFile(path.join(folder, 'graph.ts'), graph)
  await answer('the first answer')
  pages = `/deployments/${await stack.follow(folder)}`
})
afterAll(() => stack?.close())

it('a fault is told with its line until it is put right, and the last turn runs again with the new code', async () => {
  const view = renderConsole(stack, `${pages}/threads/new`)
  await send(view, 'hello')
  await (await conversation()).findByText('the first answer')

  await save("throw new Error('boom')\n")
  const alert = await screen.findByRole('alert')
  expect(alert).toHaveTextContent('What was saved last is not live')
  expect(alert).toHaveTextContent(/“boom” at words\.ts:1/)
  expect(alert).toHaveTextContent('What worked before goes on answering.')

  await answer('the second answer')
  const again = await screen.findByRole('button', {
    name: 'Run last turn again with the new code',
  })
  expect(screen.queryByText('What was saved last is not live')).toBeNull()
  await view.user.click(again)
  await (await conversation()).findByText('the second answer')
  // A branch: the first answer is on the other one.
  expect((await conversation()).queryByText('the first answer')).toBeNull()
  await (await conversation()).findByText('2 / 2')
  expect((await conversation()).getAllByText('hello')).toHaveLength(1)
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Run last turn/ })).toBeNull())
})

it('breakpoints of a thread are shown at the composer, pause its runs, outlive a reload and can be taken away', async () => {
  const view = renderConsole(stack, `${pages}/threads/new`)
  await send(view, 'hello')
  await (await conversation()).findByText('the second answer')
  const { pathname } = view.router.state.location
  const [, threadId] = /threads\/([0-9a-f-]{36})$/.exec(pathname) ?? []
  view.unmount()
  // As a press on the node of the drawing keeps it; a DOM without layout draws none.
  sessionStorage.setItem(`quarterdeck.draft.breakpoints.${threadId}`, '{"say":"before"}')

  const opened = renderConsole(stack, pathname)
  const points = within(await screen.findByRole('list', { name: 'Breakpoints' }))
  points.getByText(/Pauses before/)
  await send(opened, 'and now?')
  await (await conversation()).findByText('Paused before say')
  await opened.user.click(points.getByRole('button', { name: 'Do not pause before say' }))
  expect(screen.queryByRole('list', { name: 'Breakpoints' })).toBeNull()
  await opened.user.click((await conversation()).getByRole('button', { name: 'Continue' }))
  await waitFor(async () =>
    expect((await conversation()).getAllByText('the second answer')).toHaveLength(2),
  )
})
