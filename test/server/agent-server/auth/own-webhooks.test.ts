/** Webhooks that are a path of the run's own deployment (published): routes of its project hear of its runs. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Harness, startHarness } from '../harness.ts'
import { guardedDeployment } from './guarded.ts'

const http = { app: './middleware.ts:app', are_custom_routes_open: false, closed: [] }
const graphs = { steps: './steps.ts:graph' }
const lines = ({ logs }: Harness) => logs.map(({ message }) => message)

describe('a project', () => {
  let harness: Harness
  beforeAll(async () => {
    harness = await startHarness({ graphs, revision: { http }, webhookPausesMs: [1] })
  })
  afterAll(() => harness?.close())

  it('is told of the end of a run at a route of its own, signed', async () => {
    const body = { assistant_id: 'steps', input: {}, webhook: '/hook?by=run' }
    await harness.run(await harness.thread(), body)
    await expect.poll(() => lines(harness)).toContain('hooked run success 3 v1,')
  })

  it('that has no such route is tried again, and given up', async () => {
    const body = { assistant_id: 'steps', input: {}, webhook: '/nowhere?token=secret' }
    const run = await harness.run(await harness.thread(), body)
    const { errors } = harness
    await expect
      .poll(() => errors.map(({ message }) => message))
      .toEqual([
        `The webhook at its own deployment of run ${run.run_id} was given up after 2 attempts: It answered 404.`,
      ])
  })
})

describe('with an authorization', () => {
  const auth = { path: './auth.ts:auth', disable_studio_auth: false }
  const guarded = guardedDeployment({ graphs, revision: { auth, http } })

  it('it is asked as the user of the run', async () => {
    const run = { assistant_id: 'steps', input: {}, webhook: '/hook?by=alice' }
    expect((await guarded.as('alice', 'POST', '/runs', run)).status).toBe(200)
    await expect.poll(() => lines(guarded.harness)).toContain('hooked alice success 3 v1,')
  })
})
