import { expect, it } from 'vitest'
import { callPlainer } from '../../src/client/plain-request.ts'
import { searchThreads } from '../../src/contract/agent-server/threads.ts'

const extended = { body: { select: ['thread_id' as const, 'summary' as const] } }
const plain = { body: { select: ['thread_id' as const] } }

/** A server that answers in its own way; what it was asked is kept. */
function server(answer: (body: { select: string[] }) => Response) {
  const asked: string[][] = []
  return {
    asked,
    baseUrl: `http://${crypto.randomUUID()}`,
    fetch: async (_url: unknown, init?: RequestInit) => {
      const body = JSON.parse(String(init?.body))
      asked.push(body.select)
      return answer(body)
    },
  }
}
const refusal = (status: number) => Response.json({ detail: 'No such field: summary' }, { status })

it('a server that refuses what only ours knows is asked plainly, and only so from then on', async () => {
  const strict = server(({ select }) =>
    select.includes('summary') ? refusal(422) : Response.json([]),
  )
  expect(await callPlainer(strict, searchThreads, [extended, plain])).toEqual([])
  expect(await callPlainer(strict, searchThreads, [extended, plain])).toEqual([])
  expect(strict.asked).toEqual([['thread_id', 'summary'], ['thread_id'], ['thread_id']])
})

it('a server that takes it is asked once', async () => {
  const ours = server(() => Response.json([]))
  await callPlainer(ours, searchThreads, [extended, plain])
  expect(ours.asked).toEqual([['thread_id', 'summary']])
})

it('other failures are told as they are, and the next call tries again', async () => {
  const down = server(() => refusal(503))
  await expect(callPlainer(down, searchThreads, [extended, plain])).rejects.toMatchObject({
    status: 503,
  })
  const wrong = server(() => refusal(422))
  await expect(callPlainer(wrong, searchThreads, [extended, plain])).rejects.toMatchObject({
    status: 422,
  })
  await expect(callPlainer(wrong, searchThreads, [extended, plain])).rejects.toThrow()
  expect(down.asked).toHaveLength(1)
  expect(wrong.asked).toHaveLength(4)
})

it('a server that is known to have nothing of ours is asked plainly at once', async () => {
  const foreign = server(() => Response.json([]))
  await callPlainer(foreign, searchThreads, [extended, plain], { first: 1 })
  expect(foreign.asked).toEqual([['thread_id']])
  // It turned out to be one of ours: it has refused nothing.
  await callPlainer(foreign, searchThreads, [extended, plain])
  expect(foreign.asked.at(-1)).toEqual(['thread_id', 'summary'])
})
