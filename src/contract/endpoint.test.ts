import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { endpoint, fillPath, queryText } from './endpoint.ts'

describe('an endpoint', () => {
  const declared = {
    name: 'getThing',
    method: 'GET',
    path: '/things/{id}',
    role: 'viewer',
    isAudited: false,
  } as const
  const get = endpoint({ ...declared, area: 'agent' })

  it('takes a key and nothing else unless it says so', () => {
    expect(get.auth).toBe('key')
    for (const part of [get.params, get.query, get.body]) expect(part.parse({})).toEqual({})
    expect(get.response.parse('anything')).toBe('anything')
  })

  it('knows its own fields alone, so that whoever reads a request can name the others', () => {
    for (const area of ['agent', 'control-plane'] as const) {
      const { query, body } = endpoint({ ...declared, area })
      expect([query, body].map((part) => part.safeParse({ more: 1 }).success)).toEqual([
        false,
        false,
      ])
    }
  })

  it('keeps what it says', () => {
    const params = z.object({ id: z.string() })
    const open = endpoint({ ...get, params, auth: 'none' })
    expect(open).toMatchObject({ auth: 'none', params })
  })
})

describe('fillPath', () => {
  it('puts values in their places, encoded', () => {
    const path = '/threads/{thread_id}/runs/{run_id}'
    expect(fillPath(path, { thread_id: 'a b/c?', run_id: 7 })).toBe('/threads/a%20b%2Fc%3F/runs/7')
    expect(fillPath('/threads')).toBe('/threads')
  })

  it.each([{}, { id: '' }, { id: null }, { id: undefined }])('refuses %j', (params) => {
    expect(() => fillPath('/things/{id}', params)).toThrow('needs a value for id')
  })
})

describe('queryText', () => {
  it('writes a moment so that every server reads it', () => {
    expect(queryText({ since: new Date(0) })).toBe('?since=1970-01-01T00%3A00%3A00.000Z')
  })

  it('leaves out what is absent and repeats lists', () => {
    const query = { a: 1, b: undefined, c: null, d: ['x', 'y z'], e: '', f: false }
    expect(queryText(query)).toBe('?a=1&d=x&d=y+z&e=&f=false')
  })

  it('is empty without values', () => {
    expect([queryText(), queryText({}), queryText({ a: undefined, b: [] })]).toEqual(['', '', ''])
  })
})
