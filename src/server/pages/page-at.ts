import { TrieRouter } from 'hono/router/trie-router'
import { firstReadsOf } from '../../contract/pages/all-first-reads.ts'
import type { Read } from '../../contract/pages/first-reads.ts'
import { type PageName, pageNames, pages } from '../../contract/pages.ts'

/** The console's page at an address. */
export interface PageAt {
  name: PageName
  /** It is a new thread's: its first message can be written before the console is there. */
  isNewThread: boolean
  /** What it begins with. */
  reads: readonly Read[]
}

const router = new TrieRouter<PageName>()
for (const name of pageNames) router.add('GET', pages[name].path, name)

/**
 * The console's page at an address; undefined where there is none with code of its own.
 * @param address its path, decoded, without the base path
 */
export function pageAt(address: string): PageAt | undefined {
  const path = address.length > 1 ? address.replace(/\/$/, '') : address
  // Where several patterns fit, the first of the list counts.
  const [found] = router.match('GET', path)[0] as [PageName, Record<string, string>][]
  if (!found) return undefined
  const [name, params] = found
  // An id with a percent sign the page reads itself: only there is it known how often it was encoded.
  const isPlain = Object.values(params).every((value) => !value.includes('%'))
  const isNewThread = name === 'thread' && params.threadId === 'new'
  return { name, isNewThread, reads: isPlain ? firstReadsOf(name, params) : [] }
}
