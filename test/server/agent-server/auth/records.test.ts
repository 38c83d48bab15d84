import { expect, it } from 'vitest'
import { guardedDeployment } from './guarded.ts'

let now = new Date('2026-10-19T08:30:00Z')
const guarded = guardedDeployment({ now: () => now })
const whoami = { assistant_id: 'whoami', input: { said: 'hello' } }

const threadOf = async (who: string, body: object = {}) =>
  (await guarded.as(who, 'POST', '/threads', body)).body.thread_id as string

it('searches and counts tell of one’s own, page by page', async () => {
  const { as } = guarded
  for (let at = 0; at < 3; at += 1) {
    await threadOf('carol', { metadata: { of: 'pages' } })
    await threadOf('dave', { metadata: { of: 'pages' } })
  }
  const search = { metadata: { of: 'pages' }, limit: 2 }
  const page = await as('carol', 'POST', '/threads/search', search)
  expect(page.body.map((thread: { metadata: object }) => thread.metadata)).toEqual([
    { of: 'pages', owner: 'carol' },
    { of: 'pages', owner: 'carol' },
  ])
  expect(page.headers.get('x-pagination-total')).toBe('3')
  expect((await as('carol', 'POST', '/threads/count', { metadata: { of: 'pages' } })).body).toBe(3)
  // Who asks for what is another's finds nothing.
  const others = { metadata: { owner: 'dave' } }
  expect((await as('carol', 'POST', '/threads/search', others)).body).toEqual([])
})

it('a run on a thread that it makes, or on one of its own, is its user’s; so is its stream', async () => {
  const { as } = guarded
  const thread_id = '01900000-0000-7000-8000-0000000000aa'
  const path = `/threads/${thread_id}/runs/wait`
  const made = await as('carol', 'POST', path, { ...whoami, if_not_exists: 'create' })
  expect(made.body).toMatchObject({ user_id: 'carol' })
  expect((await as('carol', 'GET', `/threads/${thread_id}`)).body.metadata.owner).toBe('carol')
  const again = await as('dave', 'POST', path, { ...whoami, if_not_exists: 'create' })
  expect(again.status).toBe(404)

  const kept = await as('carol', 'POST', '/runs', { ...whoami, on_completion: 'keep' })
  const at = `/threads/${kept.body.thread_id}/runs/${kept.body.run_id}`
  expect((await as('carol', 'GET', `${at}/join`)).body).toMatchObject({ user_id: 'carol' })
  const { run_id } = kept.body
  expect((await as('carol', 'GET', `/runs/${run_id}/stream`)).text).toContain('event: ')
  for (const place of [`${at}/join`, `${at}/stream`, `/runs/${run_id}/stream`]) {
    expect((await as('dave', 'GET', place)).status).toBe(404)
  }
  const batch = await as('carol', 'POST', '/runs/batch', [whoami, whoami])
  expect(batch.body).toMatchObject([
    { metadata: { owner: 'carol' } },
    { metadata: { owner: 'carol' } },
  ])
})

it('searches tell nothing of previews, which have an authorization of their own', async () => {
  const { as, harness } = guarded
  const thread_id = await threadOf('carol', { metadata: { of: 'previews' } })
  const asked = { metadata: { of: 'previews' }, with_previews: true }
  const found = async () =>
    (await as('carol', 'POST', '/threads/find', asked)).body.threads.map(
      (thread: { thread_id: string }) => thread.thread_id,
    )
  expect(await found()).toEqual([thread_id])
  // From now on it is one of a preview.
  await harness.database.query(
    `update threads set deployment_id = gen_random_uuid(),
       metadata = metadata || jsonb_build_object('preview_of', deployment_id::text)
     where thread_id = $1`,
    [thread_id],
  )
  expect(await found()).toEqual([])
})

it('cancelling by status reaches one’s own runs alone', async () => {
  const { as, harness } = guarded
  const waiting = { assistant_id: 'whoami', input: { waits_at: 'cancel' } }
  const [mine, theirs] = [await threadOf('carol'), await threadOf('dave')]
  const own = await as('carol', 'POST', `/threads/${mine}/runs`, waiting)
  const other = await as('dave', 'POST', `/threads/${theirs}/runs`, waiting)
  await harness.gates.visited('cancel', 2)
  const cancelled = await as('carol', 'POST', '/runs/cancel?wait=true', { status: 'all' })
  expect(cancelled.body.runs).toMatchObject([{ run_id: own.body.run_id, outcome: 'cancelled' }])
  harness.gates.open('cancel')
  const end = await as('dave', 'GET', `/threads/${theirs}/runs/${other.body.run_id}/join`)
  expect(end.body).toMatchObject({ user_id: 'dave' })
})

it('pruning and deleting an assistant with its threads leave those of others', async () => {
  const { as } = guarded
  const [mine, theirs] = [await threadOf('carol'), await threadOf('dave')]
  const pruned = await as('carol', 'POST', '/threads/prune', { thread_ids: [mine, theirs] })
  expect(pruned.body).toEqual({ pruned_count: 1 })
  expect((await as('dave', 'GET', `/threads/${theirs}`)).status).toBe(200)

  const assistant = await as('carol', 'POST', '/assistants', { graph_id: 'whoami' })
  const { assistant_id } = assistant.body
  const run = { ...whoami, assistant_id }
  const own = await threadOf('carol')
  await as('carol', 'POST', `/threads/${own}/runs/wait`, run)
  await as('dave', 'POST', `/threads/${theirs}/runs/wait`, run)
  await as('carol', 'DELETE', `/assistants/${assistant_id}?delete_threads=true`)
  expect((await as('carol', 'GET', `/threads/${own}`)).status).toBe(404)
  expect((await as('dave', 'GET', `/threads/${theirs}`)).status).toBe(200)
})

it('a copy is its maker’s', async () => {
  const { as } = guarded
  const mine = await threadOf('carol')
  const copy = await as('carol', 'POST', `/threads/${mine}/copy`)
  expect(copy.body.metadata).toMatchObject({ owner: 'carol' })
  expect((await as('dave', 'POST', `/threads/${mine}/copy`)).status).toBe(404)
})

it('items are where the handler puts them', async () => {
  const { as } = guarded
  const item = { namespace: ['notes'], key: 'one', value: { n: 1 } }
  expect((await as('carol', 'PUT', '/store/items', item)).status).toBe(204)
  const found = await as('carol', 'POST', '/store/items/search', { namespace_prefix: ['notes'] })
  expect(found.body.items).toMatchObject([{ namespace: ['carol', 'notes'] }])
  expect((await as('dave', 'GET', '/store/items?namespace=notes&key=one')).body).toBeNull()
  const listed = await as('dave', 'POST', '/store/namespaces', {})
  expect(listed.body).toEqual({ namespaces: [] })
})

it('a cron runs as its user, is asked about at each tick, and goes on as whoever changed it', async () => {
  const { as, harness } = guarded
  const cron = { ...whoami, schedule: '0 * * * *', on_run_completed: 'keep' }
  const made = await as('carol', 'POST', '/runs/crons', cron)
  const { cron_id } = made.body
  expect(made.body).toMatchObject({ user_id: 'carol', metadata: { owner: 'carol' } })
  expect((await as('dave', 'PATCH', `/runs/crons/${cron_id}`, { enabled: false })).status).toBe(404)
  const started = await as('carol', 'POST', `/runs/crons/${cron_id}/start`)
  const at = `/threads/${started.body.thread_id}/runs/${started.body.run_id}/join`
  expect((await as('carol', 'GET', at)).body).toMatchObject({ user_id: 'carol' })
  expect((await as('dave', 'GET', at)).status).toBe(404)

  const patched = await as({ operator: true }, 'PATCH', `/runs/crons/${cron_id}`, {
    metadata: { note: 1 },
  })
  expect(patched.body).toMatchObject({ user_id: 'langgraph-studio-user' })
  // A user whom the handler refuses by now.
  await harness.database.query(`update crons set request = replace(request, $1, $2)`, [
    '"identity":"langgraph-studio-user"',
    '"identity":"denied"',
  ])
  await harness.database.query(`update crons set request = replace(request, $1, $2)`, [
    '"kind":"StudioUser"',
    '"kind":"None"',
  ])
  now = new Date('2026-10-19T09:00:01Z')
  const poke = () => as('carol', 'POST', '/runs/crons', { ...cron, schedule: '0 0 1 1 *' })
  await poke()
  const last = async () =>
    (await as({ operator: true }, 'POST', '/runs/crons/search', { limit: 100 })).body.find(
      (one: { cron_id: string }) => one.cron_id === cron_id,
    )
  await expect.poll(async () => (await last()).last_error).toBe('No runs for you.')
  expect((await last()).last_run_id).toBe(started.body.run_id)
})
