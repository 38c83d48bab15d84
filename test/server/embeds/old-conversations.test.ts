import { expect, it } from 'vitest'
import type { Transport } from '../../../src/client/api.ts'
import type { Embed } from '../../../src/contract/embeds/embeds.ts'
import type { Database } from '../../../src/server/db/database.ts'
import { deleteOldConversations } from '../../../src/server/embeds/retention.ts'
import { emptyDatabase } from '../../helpers/database.ts'
import { embedStack, says } from './embed-stack.ts'

const dayMs = 86_400_000
let database: Database
const embeds = embedStack({
  async openDatabase() {
    database = await emptyDatabase()
    return { ...database, close: async () => {} }
  },
})
const { newEmbed, page, visit, newThread, send } = embeds

async function talk(embed: Embed) {
  const { token } = await visit(embed)
  const thread = await newThread(embed, token)
  await (await send(embed, token, thread, says('hello'))).text()
  const listed = async () =>
    ((await (await page(embed, 'GET', '/threads', { token })).json()) as object[]).length
  const agent = `/agents/agent/threads/${thread}`
  const isAtAgent = async () => (await embeds.stack.call('GET', agent)).status === 200
  return { agent, stands: async () => [await listed(), await isAtAgent()] }
}

/** As it is done every hour, so many days from now. Answers what was reported. */
async function passDays(days: number, isFirstAway = false): Promise<string[]> {
  const { url, apiKey } = embeds.stack
  const errors: string[] = []
  let asked = 0
  const agent: Transport = { baseUrl: `${url}/agents/agent`, headers: { 'x-api-key': apiKey } }
  await deleteOldConversations({
    database,
    upstream: {
      async agent() {
        asked += 1
        if (isFirstAway && asked === 1) throw new Error('It is away.')
        return agent
      },
      tracing: () => Promise.reject(new Error('Nobody votes.')),
    },
    now: () => new Date(Date.now() + days * dayMs),
    report: ({ message }) => void errors.push(message),
  })
  return errors
}

it('conversations go with their threads when they are older than their embed keeps them, and no others', async () => {
  const [short, long, ever] = [
    await talk(await newEmbed({ retention_days: 10 })),
    await talk(await newEmbed({ retention_days: 30 })),
    await talk(await newEmbed({ retention_days: null })),
  ]
  expect(await passDays(9)).toEqual([])
  expect(await short.stands()).toEqual([1, true])
  expect(await passDays(11)).toEqual([])
  expect(await short.stands()).toEqual([0, false])
  for (const kept of [long, ever]) expect(await kept.stands()).toEqual([1, true])
})

it('a server that is away keeps no other embed up, and what is gone there is forgotten', async () => {
  const [first, second] = [
    await talk(await newEmbed({ retention_days: 1 })),
    await talk(await newEmbed({ retention_days: 1 })),
  ]
  expect((await embeds.stack.call('DELETE', second.agent)).status).toBe(204)
  expect(await passDays(2, true)).toEqual(['It is away.'])
  expect(await first.stands()).toEqual([1, true])
  expect(await second.stands()).toEqual([0, false])
  expect(await passDays(2)).toEqual([])
  expect(await first.stands()).toEqual([0, false])
})
