import { createHmac } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import type { Embed } from '../../../src/contract/embeds/embeds.ts'
import type { VisitorSession } from '../../../src/contract/embeds/visitors.ts'
import type { ServerOptions } from '../../../src/server/process/server-options.ts'
import { makeRepository } from '../../helpers/git.ts'
import { startStack } from '../../helpers/stack.ts'

/** Answers with what it was asked, or with who asks, or offers replies; waits where it is told to, until the run is cancelled. One takes no messages; two ask agents and models themselves; one puts away what was said. */
const agent = {
  'langgraph.json': JSON.stringify({
    graphs: {
      agent: './agent.ts:graph',
      form: './form.ts:graph',
      asker: './inner-words.ts:graph',
      team: './inner-words.ts:nested',
      rewriting: './rewriting.ts:graph',
    },
  }),
  'agent.ts': `import { AIMessage, SystemMessage } from '@langchain/core/messages'
import { END, interrupt, MessagesAnnotation, START, StateGraph } from '@langchain/langgraph'

export const graph = new StateGraph(MessagesAnnotation)
  .addNode('answer', async ({ messages }, { signal, configurable }) => {
    const { content } = messages.at(-1)
    if (Array.isArray(content)) return { messages: [new AIMessage('Got ' + content.map((part) => JSON.stringify(part).slice(0, 300)).join())] }
    const asked = String(content)
    if (asked.startsWith('show ')) return { messages: [new AIMessage({ content: JSON.parse(Buffer.from(asked.slice(5), 'base64').toString()) })] }
    if (asked === 'wait') await new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
    if (asked === 'pid') return { messages: [new AIMessage(String(process.pid))] }
    if (asked === 'who') return { messages: [new AIMessage(JSON.stringify(configurable.visitor))] }
    if (asked === 'offer') return { messages: [new AIMessage({ content: 'Sure?', additional_kwargs: { secret: 'SECRET', quick_replies: ['Yes', { label: 'No', text: 'No, thanks', hidden: 'SECRET' }, 7] } })] }
    if (asked === 'ask') return { messages: [new AIMessage('You chose ' + interrupt('Which one?'))] }
    if (asked === 'fail') throw new Error('SECRET at 10.0.0.3')
    if (asked === 'refund') {
      const args = { order_id: 9007199254740993n }
      const review = { action_name: 'refund', allowed_decisions: ['approve', 'edit'] }
      const answer = interrupt({ action_requests: [{ name: 'refund', args }], review_configs: [review] })
      const edited = answer.decisions[0].edited_action.args
      const call = { id: 'call-1', name: 'refund', args: edited }
      return { messages: [new AIMessage({ content: 'Refunds the order after ' + (edited.order_id - 1n), tool_calls: [call] })] }
    }
    const usage_metadata = { input_tokens: 100, output_tokens: 20, total_tokens: 120 }
    const answer = { content: 'You said ' + asked, ...(asked === 'spend' && { usage_metadata }) }
    return { messages: [new SystemMessage('SECRET instructions'), new AIMessage(answer)] }
  })
  .addEdge(START, 'answer')
  .addEdge('answer', END)
  .compile()
`,
  'form.ts': `import { END, START, StateGraph } from '@langchain/langgraph'
import { z } from 'zod'

export const graph = new StateGraph(z.object({ topic: z.string(), depth: z.number() }))
  .addNode('answer', ({ topic }) => ({ topic }))
  .addEdge(START, 'answer')
  .addEdge('answer', END)
  .compile()
`,
  'inner-words.ts': await fixture('inner-words.ts'),
  'rewriting.ts': await fixture('rewriting.ts'),
}

function fixture(name: string): Promise<string> {
  return readFile(new URL(`../../fixtures/agents/${name}`, import.meta.url), 'utf8')
}

/** The origin of the pages that may use the embeds. */
export const shop = 'https://shop.example.com'

interface PageCall {
  origin?: string
  token?: string
  body?: unknown
  headers?: Record<string, string>
}

/** A stack with an agent, an operator who sets up embeds, and pages that use them. */
async function startEmbedStack(options: Partial<ServerOptions> = {}) {
  const stack = await startStack(options)
  const repository = await makeRepository(path.join(stack.folder, 'repository'), agent)
  const { deployment } = await stack.deploy(repository.folder)

  /** A call of an operator, in the console's own origin. */
  async function operator<Answer>(method: string, address: string, body?: unknown) {
    const response = await fetch(`${stack.url}/gateway/embeds${address}`, {
      method,
      headers: { origin: stack.url, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
    return (response.status === 204 ? undefined : await response.json()) as Answer
  }

  const newEmbed = (settings: Partial<Embed> = {}) =>
    operator<Embed>('POST', '', {
      name: 'Shop',
      connection_id: 'local',
      deployment_id: deployment.id,
      assistant_id: 'agent',
      allowed_origins: [shop],
      ...settings,
    })

  /** A call of a page. */
  function page(
    embed: Pick<Embed, 'key'>,
    method: string,
    address: string,
    { origin = shop, token, body, headers = {} }: PageCall = {},
  ): Promise<Response> {
    return fetch(`${stack.url}/embed/${embed.key}/api${address}`, {
      method,
      headers: {
        origin,
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  }

  async function visit(embed: Embed, body: unknown = {}, headers?: Record<string, string>) {
    const response = await page(embed, 'POST', '/session', { body, headers })
    return (await response.json()) as VisitorSession
  }

  async function newThread(embed: Embed, token: string, headers?: Record<string, string>) {
    const response = await page(embed, 'POST', '/threads', { token, body: {}, headers })
    return ((await response.json()) as { thread_id: string }).thread_id
  }

  const send = (
    embed: Embed,
    token: string,
    thread: string,
    body: unknown,
    headers?: Record<string, string>,
  ) => page(embed, 'POST', `/threads/${thread}/runs/stream`, { token, body, headers })

  return { stack, deployment, operator, newEmbed, page, visit, newThread, send }
}
type EmbedStack = Awaited<ReturnType<typeof startEmbedStack>>

/** A stack as above for the tests of a file, which may name its parts before it is there. */
export function embedStack(options: Partial<ServerOptions> = {}) {
  let started: EmbedStack
  beforeAll(async () => {
    started = await startEmbedStack(options)
  })
  afterAll(() => started.stack.close())
  return {
    get stack() {
      return started.stack
    },
    get deployment() {
      return started.deployment
    },
    newEmbed: (settings?: Partial<Embed>) => started.newEmbed(settings),
    operator: <Answer>(method: string, address: string, body?: unknown) =>
      started.operator<Answer>(method, address, body),
    page: (...call: Parameters<EmbedStack['page']>) => started.page(...call),
    visit: (...call: Parameters<EmbedStack['visit']>) => started.visit(...call),
    newThread: (...call: Parameters<EmbedStack['newThread']>) => started.newThread(...call),
    send: (...call: Parameters<EmbedStack['send']>) => started.send(...call),
  }
}

/** An identity as a site's server signs it, good for an hour. */
export function signed(
  { key }: Pick<Embed, 'key'>,
  secret: string,
  user_id: string,
  more: { expires_at?: number; attributes?: string } = {},
) {
  const { expires_at = Math.floor(Date.now() / 1_000) + 3_600, attributes } = more
  const parts = [key, user_id, expires_at, ...(attributes === undefined ? [] : [attributes])]
  const signature = createHmac('sha256', secret).update(parts.join('.')).digest('hex')
  return { user_id, expires_at, signature, ...(attributes === undefined ? {} : { attributes }) }
}

export const detailOf = async (response: Response) =>
  ((await response.json()) as { detail: string }).detail

export const says = (content: string) => ({
  assistant_id: 'another',
  input: { messages: [{ role: 'user', content }] },
})
