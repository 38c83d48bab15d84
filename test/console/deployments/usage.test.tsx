/** What runs took and cost, wherever people look, and what they read once a limit is used up. */
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Run } from '../../../src/contract/agent-server/runs.ts'
import type { Deployment } from '../../../src/contract/control-plane/deployments.ts'
import type { Embed } from '../../../src/contract/embeds/embeds.ts'
import type { Session } from '../../../src/contract/qa/sessions.ts'
import type { Suite } from '../../../src/contract/qa/suites.ts'
import { type DomStack, startDomStack } from '../../helpers/dom-stack.ts'
import { makeRepository } from '../../helpers/git.ts'
import { renderConsole } from '../../helpers/render.tsx'

const agent = `import { AIMessage } from '@langchain/core/messages'
import { MessagesAnnotation, START, StateGraph } from '@langchain/langgraph'

const say = (content, input_token_details) => () => ({
  messages: [
    new AIMessage({
      content,
      usage_metadata: { input_tokens: 1000, output_tokens: 500, total_tokens: 1500, input_token_details },
      response_metadata: { model_name: 'acme-large' },
    }),
  ],
})
export const graph = new StateGraph(MessagesAnnotation)
  .addNode('plan', say('I plan.', { cache_read: 400 }))
  .addNode('answer', say('I answer.', {}))
  .addEdge(START, 'plan')
  .addEdge('plan', 'answer')
`

let stack: DomStack
let deployment: Deployment
/** Of the pages of the deployment. */
let pages: string

beforeAll(async () => {
  stack = await startDomStack()
  const repository = await makeRepository(path.join(stack.folder, 'repository'), {
    'langgraph.json': JSON.stringify({ graphs: { agent: './agent.ts:graph' } }),
    'agent.ts': agent,
  })
  const deployed = await stack.deploy(repository.folder, { name: 'spender' })
  expect(deployed.revision).toMatchObject({ status: 'DEPLOYED' })
  deployment = deployed.deployment
  pages = `/deployments/${deployment.id}`
})
afterAll(() => stack?.close())

const cap = (usage_cap: object | null) =>
  stack.json('PATCH', `/api-host/v2/deployments/${deployment.id}`, { usage_cap })
const prices = () =>
  writeFile(
    path.join(stack.folder, 'data/prices.yaml'),
    'currency: EUR\nmodels:\n  acme-large: { input: 1000, output: 2000 }\n',
  )
const send = async ({ user }: ReturnType<typeof renderConsole>, text: string) =>
  user.type(await screen.findByRole('textbox', { name: 'Message' }), `${text}{Enter}`)
const conversation = async () => within(await screen.findByRole('log', { name: 'Conversation' }))
const fact = (term: string, place = document.body) =>
  within(place).getByText(term, { selector: 'dt' }).nextElementSibling
const rowsOf = (table: HTMLElement) =>
  within(table)
    .getAllByRole('row')
    .map((row) => [...row.children].map(({ textContent }) => textContent))
/** The limits that are shown, each with how far it is used. */
const limits = async () =>
  within(await screen.findByRole('list', { name: 'Limits' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)

it('a conversation tells what each step and the thread took; without prices no cost is claimed', async () => {
  const view = renderConsole(stack, `${pages}/threads/new`)
  await send(view, 'hello')
  await (await conversation()).findByText('I answer.')
  await view.user.click(await screen.findByRole('button', { name: 'Show the inspector' }))
  const inspector = await screen.findByRole('dialog', { name: 'Inspector' })
  const table = await within(inspector).findByRole('table', { name: 'What the steps took' })
  expect(rowsOf(table)).toEqual([
    ['plan', '1,000 in (400 cached), 500 out', 'unknown'],
    ['answer', '1,000 in, 500 out', 'unknown'],
    ['Thread', '2,000 in (400 cached), 1,000 out', 'unknown'],
  ])
  await waitFor(() =>
    expect(fact('Tokens', inspector)).toHaveTextContent(/^2,000 in \(400 cached\), 1,000 out$/),
  )
  expect(fact('Cost', inspector)).toHaveTextContent('unknownThis server knows no prices.')
})

it('with prices the page of a run, the list of runs and the overview tell the cost', async () => {
  await prices()
  const runs = async () =>
    (
      await stack.json<{ runs: Run[] }>('POST', '/api-host/v1/runs/search', {
        deployment_id: [deployment.id],
      })
    ).runs
  // The server looks for the file once a second.
  await expect.poll(runs).toMatchObject([{ usage: { currency: 'EUR' } }])
  const [run] = await runs()
  const open = renderConsole(stack, `${pages}/threads/${run?.thread_id}/runs/${run?.run_id}`)
  await waitFor(() => expect(fact('Cost')).toHaveTextContent(/^€4\.00$/))
  expect(fact('Tokens')).toHaveTextContent(/^2,000 in \(400 cached\), 1,000 out$/)
  open.unmount()

  const list = renderConsole(stack, `${pages}/runs`)
  await screen.findByTitle('2,000 in (400 cached), 1,000 out; cost €4.00')
  list.unmount()

  const { user } = renderConsole(stack, pages)
  const today = new Date().toISOString().slice(0, 10)
  const tokens = '2,000 in (400 cached), 1,000 out'
  const shown = async (by: string) => rowsOf(await screen.findByRole('table', { name: by }))
  expect(await shown('Usage by day')).toEqual([
    ['day', 'Tokens', 'Cost'],
    [today, tokens, '€4.00'],
  ])
  await user.click(screen.getByRole('button', { name: /^Usage by: / }))
  await user.click(await screen.findByRole('menuitemradio', { name: 'By assistant' }))
  expect((await shown('Usage by assistant'))[1]).toEqual(['agent', tokens, '€4.00'])
  await user.click(screen.getByRole('button', { name: /^Usage by: / }))
  await user.click(await screen.findByRole('menuitemradio', { name: 'By revision' }))
  const revision = String(deployment.latest_revision_id)
  expect((await shown('Usage by revision'))[1]).toEqual([
    `${revision.slice(0, 4)}…${revision.slice(-4)}`,
    tokens,
    '€4.00',
  ])
  expect(screen.queryByRole('list', { name: 'Limits' })).toBeNull()
})

it('limits are set in the form, which refuses what is no amount and says from 80 % on how near they are', async () => {
  const { user, router } = renderConsole(stack, `${pages}/edit`)
  const field = await screen.findByRole('textbox', { name: 'Tokens a day' })
  await user.type(field, 'many')
  await user.click(screen.getByRole('button', { name: /^Save/ }))
  await waitFor(() => expect(field).toHaveAccessibleDescription(/^Write a number above 0/))
  await user.clear(field)
  await user.type(field, '3500')
  await user.type(screen.getByRole('textbox', { name: 'Cost a month (EUR)' }), '100')
  await screen.findByText('No new revision: limits hold from the next run on.')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(router.state.location.pathname).toMatch(new RegExp(`${pages}$`)))
  expect(await limits()).toEqual(['Tokens a day3,000 of 3,500', 'Cost a month€4.00 of €100.00'])
  await screen.findByText('A limit is nearly used up')
  expect(screen.queryByText(/^New runs are refused: /)).toBeNull()
})

it('a limit that is used up: the chat says why and until when, and keeps what was typed', async () => {
  await cap({ tokens_per_day: 3_000 })
  const view = renderConsole(stack, `${pages}/threads/new`)
  await send(view, 'one more thing')
  await screen.findByText(
    /This deployment may use 3,000 tokens a day and has used 3,000 tokens\. It takes runs again from \d{4}-\d\d-\d\d 00:00 UTC/,
  )
  expect(screen.getByRole('textbox', { name: 'Message' })).toHaveValue('one more thing')
  view.unmount()

  renderConsole(stack, `${pages}/edit`)
  await screen.findByText('New runs are refused: a limit is used up')
  expect(await limits()).toEqual(['Tokens a day3,000 of 3,000'])
})

it('an attempt of QA that is refused by a limit says so', async () => {
  const turns = [{ do: 'send', text: 'hello' }]
  const { suite_id } = await stack.json<Suite>('POST', '/gateway/qa/suites', {
    name: 'Suite',
    cases: [{ key: 'hello', turns }],
  })
  const target = { connection_id: 'local', deployment_id: deployment.id, assistant_id: 'agent' }
  const { session_id } = await stack.json<Session>('POST', '/gateway/qa/sessions', {
    suite_id,
    targets: [target],
    repeats: 1,
  })
  const { user } = renderConsole(stack, `/qa/sessions/${session_id}`)
  const table = within(await screen.findByRole('table', { name: 'Cases' }))
  await user.click(await table.findByRole('link', { name: /^hello/ }))
  await screen.findByText(/^This deployment may use 3,000 tokens a day and has used 3,000 tokens\./)
})

it('the page of an embed tells what its visitors took, and who is at the limit of a day', async () => {
  await cap(null)
  const shop = 'https://shop.example.com'
  const embed = await stack.json<Embed>('POST', '/gateway/embeds', {
    name: 'Shop',
    connection_id: 'local',
    deployment_id: deployment.id,
    assistant_id: 'agent',
    allowed_origins: [shop],
    visitor_tokens_per_day: 3_000,
  })
  const asVisitor = (address: string, body: object, token?: string) =>
    fetch(`${stack.url}/embed/${embed.key}/api${address}`, {
      method: 'POST',
      headers: {
        origin: shop,
        'content-type': 'application/json',
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
    })
  const { token } = await (await asVisitor('/session', {})).json()
  const { thread_id } = await (await asVisitor('/threads', {}, token)).json()
  const message = {
    assistant_id: 'agent',
    input: { messages: [{ role: 'user', content: 'hello' }] },
  }
  const said = () => asVisitor(`/threads/${thread_id}/runs/stream`, message, token)
  expect(await (await said()).text()).toContain('I answer.')
  expect((await said()).status).toBe(429)

  renderConsole(stack, `/embeds/${embed.id}`)
  await screen.findByText('A visitor has reached the limit')
  await screen.findByText(/^The most of one visitor today: 3,000 of 3,000 tokens\./)
  await waitFor(() => expect(fact('tokens')).toHaveTextContent(/^3,000$/))
})
