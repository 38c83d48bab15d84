import { describe, expect, it } from 'vitest'
import {
  createBody,
  emptyConnection,
  leadsElsewhere,
  patchBody,
  valuesOf,
} from './connection-values.ts'

const known = valuesOf({
  id: '1',
  name: 'Ours',
  kind: 'self_hosted',
  base_url: 'https://host.example.com/api',
  tracing_url: 'https://trace.example.com',
  has_key: true,
  key_origins: ['https://a.example.com'],
})

it('§5 a cloud is sent without addresses, since they follow from it', () => {
  expect(
    createBody({ ...emptyConnection, name: 'Cloud', kind: 'cloud_eu', base_url: 'https://x.y' }),
  ).toEqual({ name: 'Cloud', kind: 'cloud_eu' })
})

describe('a change', () => {
  it('sends only what is different, and the key only when it was typed or removed', () => {
    expect(patchBody(known, known)).toEqual({})
    expect(patchBody(known, { ...known, tenant_id: ' t ', api_key: 'new' })).toEqual({
      tenant_id: 't',
      api_key: 'new',
    })
    expect(patchBody(known, { ...known, api_key: 'typed', isKeyRemoved: true })).toEqual({
      api_key: null,
    })
  })

  it('§5 asks for the key again exactly where it would go elsewhere', () => {
    const isAsked = (more: Partial<typeof known>) => leadsElsewhere(known, { ...known, ...more })
    expect(isAsked({ base_url: 'https://host.example.com/other' })).toBe(false)
    expect(isAsked({ base_url: 'https://other.example.com/api' })).toBe(true)
    expect(isAsked({ tracing_url: 'http://trace.example.com' })).toBe(true)
    expect(isAsked({ key_origins: '' })).toBe(false)
    expect(isAsked({ key_origins: 'https://b.example.com' })).toBe(true)
  })
})
