import { expect, it } from 'vitest'
import { pageNames, pages } from '../../contract/pages.ts'
import { pageAt } from './page-at.ts'

const named = (address: string) => pageAt(address)?.name

it('finds every page at its own address, whatever stands at the places', () => {
  for (const name of pageNames) {
    expect(named(pages[name].path.replaceAll(/:\w+/g, 'some-id'))).toBe(name)
  }
})

it('finds a page as the router does: words go before places', () => {
  expect(named('/deployments/new')).toBe('new-deployment')
  expect(named('/deployments/x/')).toBe('overview')
  expect(named('/deployments/x/revisions/compare')).toBe('compare-revisions')
  expect(named('/deployments/x/nothing')).toBeUndefined()
  expect(named('/')).toBeUndefined()
})

it('tells what the page begins with, of what stands in its address', () => {
  const reads = pageAt('/deployments/x/revisions/y')?.reads ?? []
  expect(reads.map(({ endpoint, input }) => [endpoint.name, input.params])).toEqual([
    ['getDeployment', { deployment_id: 'x' }],
    ['listRevisions', { deployment_id: 'x' }],
    ['getRevision', { deployment_id: 'x', revision_id: 'y' }],
  ])
  expect(pageAt('/oauth-providers/github/edit')?.reads).toHaveLength(1)
})

it('leaves the reads of an id that may be encoded twice to the page', () => {
  expect(pageAt('/oauth-providers/a%2Fb')).toEqual({
    name: 'provider',
    isNewThread: false,
    reads: [],
  })
})
