import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { Assistant } from '../../../src/contract/agent-server/assistants.ts'
import type { Harness } from '../../server/agent-server/harness.ts'
import { type Effects, type FieldTable, given } from './asking.ts'

export async function assistant(h: Harness, more: object = {}): Promise<Assistant> {
  return (await h.call<Assistant>('POST', '/assistants', { graph_id: 'told', ...more })).body
}

async function foundAssistants(h: Harness, search: object): Promise<Assistant[]> {
  return (await h.call<Assistant[]>('POST', '/assistants/search', search)).body
}

async function foundByMetadata(h: Harness): Promise<void> {
  const word = randomUUID()
  const { assistant_id } = await assistant(h, { metadata: { word } })
  expect(await foundAssistants(h, { metadata: { word } })).toMatchObject([{ assistant_id }])
}

const assistantCreateEffects: Effects = {
  async assistant_id(h) {
    const assistant_id = randomUUID()
    expect(await assistant(h, { assistant_id })).toMatchObject({ assistant_id })
  },
  async graph_id(h) {
    expect(await assistant(h)).toMatchObject({ graph_id: 'told' })
  },
  async config(h) {
    const { assistant_id } = await assistant(h, { config: { configurable: { color: 'blue' } } })
    expect(await given(h, { assistant_id })).toMatchObject({ configurable: { color: 'blue' } })
  },
  async context(h) {
    const { assistant_id } = await assistant(h, { context: { tone: 'dry' } })
    expect(await given(h, { assistant_id })).toMatchObject({ context: { tone: 'dry' } })
  },
  metadata: foundByMetadata,
  async if_exists(h) {
    const { assistant_id } = await assistant(h)
    const again = { graph_id: 'told', assistant_id }
    expect((await h.call('POST', '/assistants', again)).status).toBe(409)
    expect(await assistant(h, { assistant_id, if_exists: 'do_nothing' })).toMatchObject({
      assistant_id,
    })
  },
  async name(h) {
    expect(await assistant(h, { name: 'Nora' })).toMatchObject({ name: 'Nora' })
  },
  async description(h) {
    expect(await assistant(h, { description: 'Helps.' })).toMatchObject({ description: 'Helps.' })
  },
}

const patched = (patch: object) => async (h: Harness) => {
  const { assistant_id } = await assistant(h)
  const { body } = await h.call('PATCH', `/assistants/${assistant_id}`, patch)
  expect(body).toMatchObject({ ...patch, version: 2 })
}
const assistantPatchEffects: Effects = {
  graph_id: patched({ graph_id: 'steps' }),
  config: patched({ config: { recursion_limit: 4 } }),
  context: patched({ context: { tone: 'dry' } }),
  metadata: patched({ metadata: { a: 1 } }),
  name: patched({ name: 'Nora' }),
  description: patched({ description: 'Helps.' }),
}

/** Three assistants of one word, the last of them of another graph. */
async function three(h: Harness) {
  const word = randomUUID()
  const metadata = { word }
  const made = [
    await assistant(h, { metadata, name: `b ${word}` }),
    await assistant(h, { metadata, name: `a ${word}` }),
    await assistant(h, { metadata, name: `c ${word}`, graph_id: 'steps' }),
  ]
  const ids = made.map(({ assistant_id }) => assistant_id)
  const search = async (more: object) => {
    const found = await foundAssistants(h, { metadata, ...more })
    return found.map(({ assistant_id }) => ids.indexOf(assistant_id))
  }
  return { word, search }
}

const assistantSearchEffects: Effects = {
  metadata: foundByMetadata,
  async graph_id(h) {
    expect(await (await three(h)).search({ graph_id: 'steps' })).toEqual([2])
  },
  async name(h) {
    const { word, search } = await three(h)
    expect(await search({ name: `A ${word}` })).toEqual([1])
  },
  async limit(h) {
    expect(await (await three(h)).search({ limit: 2 })).toEqual([2, 1])
  },
  async offset(h) {
    expect(await (await three(h)).search({ offset: 2 })).toEqual([0])
  },
  async sort_by(h) {
    expect(await (await three(h)).search({ sort_by: 'name', sort_order: 'asc' })).toEqual([1, 0, 2])
  },
  async sort_order(h) {
    expect(await (await three(h)).search({ sort_by: 'name', sort_order: 'desc' })).toEqual([
      2, 0, 1,
    ])
  },
  async select(h) {
    const { word } = await three(h)
    const found = await foundAssistants(h, { metadata: { word }, select: ['name'] })
    expect(found.map((one) => Object.keys(one))).toEqual([['name'], ['name'], ['name']])
  },
}

/** Requests about assistants. */
export const assistantRequests: Record<string, FieldTable> = {
  AssistantCreate: {
    at: 'POST /assistants',
    base: { graph_id: 'steps' },
    published: 'assistant_id graph_id config context metadata if_exists name',
    effects: assistantCreateEffects,
    faulty: {
      assistant_id: 'mine',
      graph_id: 'nowhere',
      config: { recursion_limit: 0 },
      context: 5,
      metadata: 5,
      if_exists: 'maybe',
      name: '',
      description: 5,
    },
  },
  AssistantPatch: {
    at: 'PATCH /assistants/steps',
    base: {},
    published: 'graph_id config context metadata name',
    effects: assistantPatchEffects,
    faulty: {
      graph_id: 'nowhere',
      config: { recursion_limit: 0 },
      context: 5,
      metadata: 5,
      name: '',
      description: 5,
    },
  },
  AssistantSearchRequest: {
    at: 'POST /assistants/search',
    base: {},
    published: 'metadata graph_id name limit offset sort_by sort_order select',
    effects: assistantSearchEffects,
    faulty: {
      metadata: 5,
      graph_id: 5,
      name: 5,
      limit: 0,
      offset: -1,
      sort_by: 'config',
      sort_order: 'up',
      select: ['nothing'],
    },
  },
}
