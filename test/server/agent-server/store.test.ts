import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { StoreItem } from '../../../src/contract/agent-server/store.ts'
import { type Harness, startHarness } from './harness.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness({ graphs: { remember: './patterns.ts:remember' } })
})
afterAll(() => h?.close())

const put = (body: object) => h.call('PUT', '/store/items', body)
async function get(namespace: string[], key: string, more = ''): Promise<StoreItem | null> {
  const path = `/store/items?namespace=${namespace.join('.')}&key=${key}${more}`
  const answer = await h.call<StoreItem | null>('GET', path)
  expect(answer.status).toBe(200)
  return answer.body
}
async function search(body: object): Promise<StoreItem[]> {
  const answer = await h.call<{ items: StoreItem[] }>('POST', '/store/items/search', body)
  expect(answer).toMatchObject({ status: 200 })
  return answer.body.items
}
const keys = (items: StoreItem[]) => items.map(({ key }) => key)

it('an item is put, replaced, read and deleted', async () => {
  const space = ['notes', randomUUID()]
  expect(await put({ namespace: space, key: 'a', value: { n: 1 } })).toMatchObject({ status: 204 })
  const first = await get(space, 'a')
  expect(first).toMatchObject({ namespace: space, key: 'a', value: { n: 1 } })
  await put({ namespace: space, key: 'a', value: { n: 2, odd: 'a\0b' } })
  const second = await get(space, 'a')
  expect(second).toMatchObject({ value: { n: 2 }, created_at: first?.created_at })
  const gone = await h.call('DELETE', '/store/items', { namespace: space, key: 'a' })
  expect(gone.status).toBe(204)
  expect(await get(space, 'a')).toBeNull()
})

it('items are found by namespace, by fields of the value, and by page', async () => {
  const root = randomUUID()
  const people = [
    ['ada', { age: 36, city: 'London', tags: ['maths'] }],
    ['bob', { age: 20, city: 'Rome' }],
    ['cyd', { age: 51, city: 'Rome', tags: [] }],
  ] as const
  for (const [key, value] of people) await put({ namespace: [root, 'people'], key, value })
  await put({ namespace: [root, 'pets'], key: 'rex', value: { age: 3 } })
  const found = async (filter: object) =>
    keys(await search({ namespace_prefix: [root, 'people'], filter })).sort()
  expect(await found({ city: 'Rome' })).toEqual(['bob', 'cyd'])
  expect(await found({ age: { $gt: 20, $lte: 51 } })).toEqual(['ada', 'cyd'])
  expect(await found({ city: { $ne: 'Rome' } })).toEqual(['ada'])
  expect(await found({ tags: ['maths'] })).toEqual(['ada'])
  expect(await found({ age: { $gt: 'a' } })).toEqual([])
  expect(await search({ namespace_prefix: [root] })).toHaveLength(4)
  expect(keys(await search({ namespace_prefix: [root], limit: 1 }))).toEqual(['rex'])
  expect(keys(await search({ namespace_prefix: [root], limit: 2, offset: 3 }))).toEqual(['ada'])
  expect(await search({ namespace_prefix: [root, 'peop'] })).toEqual([])
  const refused = await h.call('POST', '/store/items/search', { filter: { age: { $near: 3 } } })
  expect(refused).toMatchObject({ status: 422, body: { detail: [{ loc: ['body', 'filter'] }] } })
})

it('a query puts items with its words first; index says where they are looked for', async () => {
  const namespace = ['food', randomUUID()]
  await put({ namespace, key: 'pizza', value: { text: 'Likes pizza and wine' } })
  await put({ namespace, key: 'tea', value: { text: 'Drinks tea', not: 'pizza' }, index: ['text'] })
  await put({ namespace, key: 'hidden', value: { text: 'pizza wine' }, index: false })
  const found = await search({ namespace_prefix: namespace, query: 'Wine or pizza?' })
  expect(found.map(({ key, score }) => [key, score])).toEqual([
    ['pizza', 2 / 3],
    ['hidden', 0],
    ['tea', 0],
  ])
})

it('namespaces are listed by beginning, end and depth', async () => {
  const root = randomUUID()
  for (const path of [
    ['a', 'x'],
    ['a', 'y'],
    ['b', 'x', 'deep'],
  ]) {
    await put({ namespace: [root, ...path], key: 'k', value: {} })
  }
  const list = async (body: object) => {
    const asked = { prefix: [root], ...body }
    const answer = await h.call<{ namespaces: string[][] }>('POST', '/store/namespaces', asked)
    return answer.body.namespaces.map(([, ...path]) => path.join('/'))
  }
  expect(await list({})).toEqual(['a/x', 'a/y', 'b/x/deep'])
  expect(await list({ suffix: ['x'] })).toEqual(['a/x'])
  expect(await list({ prefix: [root, '*', 'x'] })).toEqual(['a/x', 'b/x/deep'])
  expect(await list({ max_depth: 2 })).toEqual(['a', 'b'])
  expect(await list({ limit: 1, offset: 1 })).toEqual(['a/y'])
})

it('an item with a time to live goes when that is over, and reading begins it anew', async () => {
  const namespace = ['ttl', randomUUID()]
  await put({ namespace, key: 'k', value: {}, ttl: 10 })
  const age = (minutes: number) =>
    h.database.query(
      `update store_items set expires_at = now() + $2::float8 * interval '1 minute'
       where namespace = $1::text[]`,
      [namespace, minutes],
    )
  const left = async () => {
    const [row] = await h.database.query<{ left: number }>(
      `select extract(epoch from expires_at - now())::float8 / 60 as left from store_items
       where namespace = $1::text[]`,
      [namespace],
    )
    return row?.left
  }
  await age(1)
  expect(await get(namespace, 'k', '&refresh_ttl=false')).not.toBeNull()
  expect(await left()).toBeLessThan(2)
  expect(await get(namespace, 'k')).not.toBeNull()
  expect(await left()).toBeGreaterThan(9)
  await age(-1)
  expect(await get(namespace, 'k')).toBeNull()
  expect(await search({ namespace_prefix: namespace })).toEqual([])
  await put({ namespace: ['other'], key: 'k', value: {} })
  expect(await left(), 'it is cleared away').toBeUndefined()
})

it('graphs read and write the same items, over all threads', async () => {
  const user = randomUUID()
  const body = { assistant_id: 'remember', input: { user } }
  const known = async () => {
    const answer = await h.call<{ known: object }>('POST', '/runs/wait', body)
    expect(answer.body).toMatchObject({ known: expect.any(Object) })
    return answer.body.known
  }
  const told = { hit: 'visits', isDate: true }
  expect(await known()).toMatchObject({ ...told, count: 1 })
  expect(await known()).toMatchObject({
    ...told,
    count: 2,
    spaces: expect.arrayContaining([['users', user]]),
  })
  expect(await get(['users', user], 'visits')).toMatchObject({ value: { count: 2 } })
  expect(await get(['users', user], 'draft')).toBeNull()
})

it('one deployment’s items are not another’s', async () => {
  const id = randomUUID()
  await h.server.host.register({ id, name: 'neighbour' })
  await put({ namespace: ['mine'], key: 'k', value: {} })
  const response = await fetch(
    `${h.url.replace('fixtures', 'neighbour')}/store/items?namespace=mine&key=k`,
    { headers: { 'x-api-key': 'test-key' } },
  )
  expect(await response.json()).toBeNull()
  const at = `${h.url.replace('fixtures', 'neighbour')}/store/items`
  const body = JSON.stringify({ namespace: ['its'], key: 'k', value: {} })
  await fetch(at, { method: 'PUT', headers: { 'x-api-key': 'test-key' }, body })
  const items = () => h.database.query('select key from store_items where deployment_id = $1', [id])
  expect(await items()).toHaveLength(1)
  await h.server.host.remove(id)
  expect(await items(), 'they go with the deployment').toEqual([])
  expect(await get(['mine'], 'k')).not.toBeNull()
})

it('§7 a faulty request to the store is 422 and names the field', async () => {
  const item = { namespace: ['a'], key: 'k', value: {} }
  const faulty: [object, string][] = [
    [{ ...item, namespace: [] }, 'namespace'],
    [{ ...item, namespace: ['a.b'] }, 'namespace'],
    [{ ...item, namespace: ['langgraph'] }, 'namespace'],
    [{ ...item, key: '' }, 'key'],
    [{ ...item, value: 'text' }, 'value'],
    [{ ...item, ttl: -1 }, 'ttl'],
    [{ ...item, namespace: Array(30).fill('é'.repeat(400)) }, 'key'],
  ]
  for (const [body, field] of faulty) {
    expect(await put(body)).toMatchObject({
      status: 422,
      body: { detail: [{ loc: expect.arrayContaining(['body', field]) }] },
    })
  }
})

it('reports no unexpected error in all of that', () => {
  expect(h.errors).toEqual([])
})
