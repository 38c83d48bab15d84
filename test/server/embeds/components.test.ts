import path from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import type { Embed } from '../../../src/contract/embeds/embeds.ts'
import { componentProject } from '../../helpers/component-project.ts'
import { makeRepository } from '../../helpers/git.ts'
import { detailOf, embedStack, says, shop } from './embed-stack.ts'

/** 36.3: what an agent says by components of its project, in an embedded chat that shows it. */

const s = embedStack()
let target: Pick<Embed, 'deployment_id' | 'assistant_id'>

beforeAll(async () => {
  const files = componentProject()
  const repository = await makeRepository(path.join(s.stack.folder, 'components'), files)
  const { deployment } = await s.stack.deploy(repository.folder, { name: 'weather' })
  target = { deployment_id: deployment.id, assistant_id: 'agent' }
})

/** A visitor whom the agent has answered by a component. */
async function answered(settings: Partial<Embed>) {
  const embed = await s.newEmbed({ ...target, ...settings })
  const { token } = await s.visit(embed)
  const thread = await s.newThread(embed, token)
  const stream = await (await s.send(embed, token, thread, says('hello'))).text()
  const read = (address: string) => s.page(embed, 'GET', `/threads/${thread}${address}`, { token })
  return { embed, token, thread, stream, read }
}

const frameOf = ({ key }: Embed) => fetch(`${s.stack.url}/embed/${key}/component`)

it('is told as it is said and with the conversation, with its code', async () => {
  const { embed, stream, read } = await answered({ shows_components: true })
  const told = [...stream.matchAll(/^event: custom\ndata: (.*)$/gm)].map(([, data]) =>
    JSON.parse(data ?? ''),
  )
  expect(told.map(({ type, name }) => [type, name])).toEqual([
    ['ui', 'weather'],
    ['ui', 'weather'],
    ['ui', 'weather'],
    ['remove-ui', undefined],
  ])
  const { values } = (await (await read('/state')).json()) as {
    values: { messages: { id: string }[]; ui: Record<string, unknown>[] }
  }
  const last = values.messages.at(-1)?.id
  expect(values.ui).toEqual([
    {
      type: 'ui',
      id: expect.any(String),
      name: 'weather',
      props: { city: 'Oslo', asked: 'hello', degrees: 7 },
      metadata: { id: last, run_id: expect.any(String), merge: true },
    },
  ])
  const code = await (await read('/components?name=weather')).json()
  expect(code).toEqual({
    global: '__LGUI_agent',
    scripts: [expect.stringContaining('LGUI_REQUIRE')],
    styles: [expect.stringContaining('.bg-sky-100')],
  })
  const frame = await frameOf(embed)
  expect(frame.status).toBe(200)
  const policy = frame.headers.get('content-security-policy')
  expect(policy).toContain(`frame-ancestors 'self' ${shop}`)
  expect(policy).toContain("default-src 'none'")
  expect(policy).toMatch(/^sandbox (?!.*allow-same-origin)/)
  const page = await fetch(`${s.stack.url}/embed/${embed.key}`)
  expect(page.headers.get('content-security-policy')).toContain("frame-src 'self'")
})

it('stays with the operator where the embed does not show it', async () => {
  const { embed, stream, read } = await answered({})
  expect(stream).toContain('Here is the weather.')
  expect(`${stream}${await (await read('/state')).text()}`).not.toContain('Oslo')
  const code = await read('/components?name=weather')
  expect([code.status, await detailOf(code)]).toEqual([404, 'This chat shows no components.'])
  expect((await frameOf(embed)).status).toBe(404)
  const page = await fetch(`${s.stack.url}/embed/${embed.key}`)
  expect(page.headers.get('content-security-policy')).not.toContain('frame-src')
})

it('its code is for the conversation’s own visitor, and said not to be there where it is not', async () => {
  const { embed, thread } = await answered({ shows_components: true })
  const { token } = await s.visit(embed)
  const at = (id: string) => `/threads/${id}/components?name=weather`
  expect((await s.page(embed, 'GET', at(thread), { token })).status).toBe(404)
  expect((await s.page(embed, 'GET', at(thread))).status).toBe(401)
  const own = await s.newThread(embed, token)
  const early = await s.page(embed, 'GET', at(own), { token })
  expect([early.status, await detailOf(early)]).toEqual([404, 'No graph has answered here yet.'])
  const without = await s.newEmbed({ shows_components: true })
  const other = await s.visit(without)
  const plain = await s.newThread(without, other.token)
  await (await s.send(without, other.token, plain, says('hello'))).text()
  const none = await s.page(without, 'GET', at(plain), { token: other.token })
  expect(none.status).toBe(404)
})
