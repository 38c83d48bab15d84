import { expect, it } from 'vitest'
import { filesOfPage } from './page-files.ts'

const list = JSON.stringify([
  { pattern: '/deployments/:id', files: ['detail'] },
  { pattern: '/deployments/new', files: ['new'] },
  { pattern: '/deployments/:id/threads/:thread', files: ['thread'] },
])

it('finds the files of a page as the router finds the page', () => {
  expect(filesOfPage(list, '/deployments/new')).toEqual(['new'])
  expect(filesOfPage(list, '/deployments/x/')).toEqual(['detail'])
  expect(filesOfPage(list, '/deployments/x/threads/y')).toEqual(['thread'])
  expect(filesOfPage(list, '/deployments/x/threads')).toEqual([])
  expect(filesOfPage(list, '/')).toEqual([])
})
