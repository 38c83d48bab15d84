import { expect, it } from 'vitest'
import { guardedDeployment } from './guarded.ts'

const { as } = guardedDeployment({
  graphs: { asks: './own-server.ts:graph', other: './steps.ts:graph' },
})

const ask = async (who: string, by: string) => {
  const body = { assistant_id: 'asks', input: { by } }
  const { told } = (await as(who, 'POST', '/runs/wait', body)).body
  return told as { thread_id?: string; error?: string }
}

it('S3: an agent asks its own deployment with the rights of whose run it is', async () => {
  const { thread_id, error } = await ask('ann', 'none')
  expect(error).toBeUndefined()
  const own = await as('ann', 'GET', `/threads/${thread_id}`)
  expect(own.body).toMatchObject({ metadata: { made: 'inside', owner: 'ann' } })
  expect((await as('bob', 'GET', `/threads/${thread_id}`)).status).toBe(404)
})

it('S3: where the run is not told, the authorization of the project decides', async () => {
  expect(await ask('ann', 'port')).toMatchObject({ error: expect.stringContaining('Say who') })
})
