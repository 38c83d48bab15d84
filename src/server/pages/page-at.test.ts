import { expect, it } from 'vitest'
import { pageAt } from './page-at.ts'

const list = JSON.stringify([
  { pattern: '/deployments/:id', files: ['detail'] },
  { pattern: '/deployments/new', files: ['new'] },
  { pattern: '/deployments/:id/threads/:thread', files: ['thread'] },
])

it('finds a page as the router does, with what stands at its places', () => {
  expect(pageAt(list, '/deployments/new')).toMatchObject({ files: ['new'], params: {} })
  expect(pageAt(list, '/deployments/x/')).toMatchObject({ files: ['detail'], params: { id: 'x' } })
  expect(pageAt(list, '/deployments/x/threads/y')).toEqual({
    pattern: '/deployments/:id/threads/:thread',
    files: ['thread'],
    params: { id: 'x', thread: 'y' },
  })
  expect(pageAt(list, '/deployments/x/threads')).toBeUndefined()
  expect(pageAt(list, '/')).toBeUndefined()
})
