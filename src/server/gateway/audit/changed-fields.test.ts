import { expect, it } from 'vitest'
import { changedFields } from './changed-fields.ts'

it('shows an address without what opens it, and of what it does not know the name only', () => {
  const body = {
    source_config: { repo_url: 'https://me:my-token@git.example/repo.git?key=k#f' },
    api_key: 'a-key',
    is_disabled: true,
    tenant_id: null,
    key_origins: ['https://a.example'],
    secrets: [{ name: 'A', value: 'secret' }, { name: 'B' }],
    nested: { name: 'n', client_secret: 's', count: 5 },
  }
  expect(changedFields(body)).toEqual([
    { field: 'source_config.repo_url', value: 'https://git.example/repo.git' },
    { field: 'api_key' },
    { field: 'is_disabled', value: true },
    { field: 'tenant_id', value: null },
    { field: 'key_origins' },
    { field: 'secrets', value: 'A, B' },
    { field: 'nested.name', value: 'n' },
    { field: 'nested.client_secret' },
    { field: 'nested.count' },
  ])
})

it('is null for what is no object, and ends somewhere', () => {
  expect([null, 'text', [1], {}].map(changedFields)).toEqual([null, null, null, null])
  const many = Object.fromEntries(
    Array.from({ length: 99 }, (_, at) => [`field${at}`, 'x'.repeat(9)]),
  )
  expect(changedFields(many)).toHaveLength(30)
  expect(changedFields({ name: 'x'.repeat(999) })).toEqual([
    { field: 'name', value: 'x'.repeat(200) },
  ])
})
