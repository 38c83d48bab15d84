import type { RouteObject } from 'react-router-dom'
import { expect, it } from 'vitest'
import { createApi } from '../../../src/console/api.tsx'
import { readQuery } from '../../../src/console/reads.ts'
import { routes } from '../../../src/console/router.tsx'
import { rereadChanged } from '../../../src/console/shell/changes/reread-changed.ts'
import { readAtOnce } from '../../../src/console/shell/changes/what-is-reread.ts'
import type { PageHandle } from '../../../src/console/shell/page/page-handle.ts'
import { createQueryClient } from '../../../src/console/shell/query-client.ts'
import type { Connection } from '../../../src/contract/gateway/connections.ts'
import { includesRole } from '../../../src/contract/gateway/roles.ts'
import { allFirstReads, firstReadsOf } from '../../../src/contract/pages/all-first-reads.ts'
import type { FirstReads, Read } from '../../../src/contract/pages/first-reads.ts'
import { type Page, type PageName, pageNames, pages } from '../../../src/contract/pages.ts'

/** The contract’s list of pages and what the console makes of it. */

const files = import.meta.glob<object>('/src/console/**/*-{page,layout}.tsx')

const bySearch = 'its filters and the browser’s clock say what is searched: `readAhead`'
const byRole = 'only some may read it, which the session tells: `readAhead`'
/** The pages with no `firstReads` of their own, beside what all below an address begin with, and why. */
const nothingFirst: Partial<Record<PageName, string>> = {
  'new-deployment': 'an empty form',
  threads: bySearch,
  runs: bySearch,
  'deployment-feedback': bySearch,
  'edit-deployment': 'its form needs the deployment only, with which all below it begin',
  'all-overview': bySearch,
  'all-threads': bySearch,
  'all-runs': bySearch,
  'qa-sessions': 'of which suite stands behind the question mark: `readAhead`',
  'new-provider': 'an empty form',
  feedback: bySearch,
  connections: 'every page reads them',
  'new-connection': 'an empty form',
  appearance: 'all of it is kept in the browser',
  users: byRole,
  password: 'an empty form',
  tokens: byRole,
  faults: 'the session tells',
  audit: byRole,
  stack: byRole,
  docs: 'it comes with the console',
  doc: 'it comes with the console',
}

/** All that pages begin with, of things with some id. */
const everyRead: readonly Read[] = pageNames.flatMap((name) => {
  const params = pages[name].path.matchAll(/:(\w+)/g)
  return firstReadsOf(name, Object.fromEntries([...params].map(([, place]) => [place, 'some-id'])))
})

/** A route with all that stand around it. */
type Branch = RouteObject[]

function branches(of: readonly RouteObject[], around: Branch = []): Branch[] {
  return of.flatMap((route) => {
    const branch = [...around, route]
    return route.children ? branches(route.children, branch) : [branch]
  })
}

const ofPages = branches(routes).filter((branch) => branch.at(-1)?.lazy)

/** What `lazy` of the routes of a branch loads, outermost first. */
function codeOf(branch: Branch): Promise<{ handle?: PageHandle }[]> {
  const loads = branch.flatMap(({ lazy }) => (typeof lazy === 'function' ? [lazy()] : []))
  return Promise.all(loads) as Promise<{ handle?: PageHandle }[]>
}

async function fileNamed(name: string): Promise<object | undefined> {
  const [, load] = Object.entries(files).find(([path]) => path.endsWith(`/${name}.tsx`)) ?? []
  return load?.()
}

it('the router has a route for each page of the contract, and no other with code of its own', () => {
  expect(
    ofPages.map((branch) => branch.at(-1)?.id).sort(),
    'a `pageRoute` in console/router.tsx for each page of contract/pages/pages.ts',
  ).toEqual(pageNames.toSorted())
})

it('each page is the file of its name, at its address, within its layout', async () => {
  for (const branch of ofPages) {
    const { id, path } = branch.at(-1) ?? {}
    const name = pageNames.find((one) => one === id)
    expect(path).toBe(name && pages[name].path)
    const { layout }: Page = pages[name ?? 'deployments']
    const named = [...(layout ? [`${layout}-layout`] : []), `${name}-page`]
    // What only has a crumb draws nothing.
    const drawn = (await codeOf(branch)).filter((code) => 'Component' in code)
    expect(
      drawn,
      `${name}: its route loads ${named.at(-1)}.tsx, ${layout ? `below that of ${named[0]}.tsx` : 'below no layout'}`,
    ).toEqual(await Promise.all(named.map(fileNamed)))
  }
})

it('each page carries what the contract says that it begins with, and nothing else', async () => {
  const carried = new Set<FirstReads>()
  for (const branch of ofPages) {
    const name = branch.at(-1)?.id
    const handles = [...branch, ...(await codeOf(branch))].map(({ handle }) => handle as PageHandle)
    const own = handles.flatMap((handle) => handle?.firstReads ?? [])
    expect(
      new Set(own),
      `${name}: \`firstReads\` of the handles of its route, and what all-first-reads.ts lists for it`,
    ).toEqual(new Set(allFirstReads.filter((reads) => reads.pages.some((page) => page === name))))
    for (const reads of own) carried.add(reads)
  }
  expect(carried, 'all-first-reads.ts lists what handles carry').toEqual(new Set(allFirstReads))
})

it('each page begins with something of its own, or it is said here why not', async () => {
  const withNothing: string[] = []
  for (const branch of ofPages) {
    const name = branch.at(-1)?.id as PageName
    const own = (await codeOf(branch)).at(-1)?.handle
    if (!own?.firstReads) withNothing.push(name)
    if (!nothingFirst[name]?.includes('readAhead')) continue
    expect(own?.readAhead, name).toBeTypeOf('function')
  }
  expect(
    withNothing.sort(),
    '`nothingFirst` says why of each page whose own handle has no `firstReads`, and of no other',
  ).toEqual(Object.keys(nothingFirst).sort())
})

it('what pages begin with is asked of nobody who would be refused: viewers may read it', () => {
  const refused = everyRead.filter(
    ({ endpoint: { role } }) => role !== 'anyone' && !includesRole('viewer', role),
  )
  expect(
    refused.map(({ endpoint }) => endpoint.name),
    'read these in `readAhead`, once `whoMayAsk` says that whoever looks may',
  ).toEqual([])
})

/** What pages begin with that no change makes old, and why. */
const keptAsItIs: Readonly<Record<string, string>> = {
  getThreadState: 'a conversation follows its runs itself',
}

it('what pages begin with is read again after a change, or it is said here why not', async () => {
  const api = createApi({ baseUrl: 'http://console' }, {} as Connection)
  const client = createQueryClient()
  for (const read of everyRead) client.setQueryData(readQuery(api, read).queryKey, {})
  await rereadChanged(client, api, readAtOnce, [{ area: 'all', deployment_id: null }])
  const kept = client.getQueryCache().getAll()
  const asItIs = kept.filter(({ state }) => !state.isInvalidated).map(({ queryKey }) => queryKey[1])
  expect(
    asItIs.sort(),
    'name them in what-is-reread.ts, or say in `keptAsItIs` why no change makes them old',
  ).toEqual(Object.keys(keptAsItIs).sort())
})
