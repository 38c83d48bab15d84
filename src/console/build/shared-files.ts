/** What the plan has to know of the modules that are bundled. */
export interface ModuleGraph {
  /** The modules that one needs before it can run. */
  importsOf: (id: string) => readonly string[]
  /** Its length as code, in characters. */
  sizeOf: (id: string) => number
}

export interface Openings {
  /** What every page starts with. */
  entry: string
  /** For each page the modules that are loaded with it: its own and its layout's. */
  pages: readonly (readonly string[])[]
  /** Of the pages that people mostly begin with, so many first visits to one of each other page. */
  starts: ReadonlyMap<number, number>
  /** What is loaded later, when somebody opens it. */
  late: readonly string[]
}

/** Modules that go into one file, and the pages that fetch it. */
interface Share {
  modules: string[]
  bytes: number
  pages: ReadonlySet<number>
  /** It comes with the entry: no page asks for it on its own. */
  isAlways: boolean
}

/** Of code a browser fetches about so much, once it is minified and compressed. */
const fetchedPart = 0.22
/** What a request costs beside its bytes, as bytes that come over a phone's line in that time. */
const requestBytes = 6_000

/** The file of what comes with the entry. */
const always = 'parts'

/**
 * Which modules go into one file. Many small files cost each its way to the server; a large one is fetched by
 * pages that need little of it. So files begin as small as can be, one for each set of pages that needs the
 * same, and the two whose union saves most are put together for as long as that saves anything. What one page
 * alone needs stays in the page's own file.
 * @returns the file of each module, named so that one comes after all that it imports
 */
export function sharedFiles(graph: ModuleGraph, openings: Openings): Map<string, string> {
  const shares = merged(graph, sharesOf(graph, openings), openings.starts)
  const byReach = shares.toSorted((a, b) => b.pages.size - a.pages.size)
  const files = new Map<string, string>()
  for (const [index, share] of byReach.entries()) {
    const name = share.isAlways ? always : `shared-${String(index).padStart(2, '0')}`
    for (const id of share.modules) files.set(id, name)
  }
  return files
}

function sharesOf(graph: ModuleGraph, { entry, pages, late }: Openings): Share[] {
  const everywhere = reachable(graph, [entry])
  const openedLater = reachable(graph, late)
  const roots = new Set(pages.flat())
  const users = new Map<string, Set<number>>()
  for (const [page, own] of pages.entries()) {
    for (const id of reachable(graph, own)) {
      if (everywhere.has(id) || roots.has(id)) continue
      users.set(id, (users.get(id) ?? new Set()).add(page))
    }
  }
  const all: Share = {
    modules: [...everywhere].filter((id) => id !== entry),
    bytes: 0,
    pages: new Set(pages.keys()),
    isAlways: true,
  }
  const shares = new Map<string, Share>()
  for (const [id, of] of users) {
    if (of.size === 1 && !openedLater.has(id)) continue
    const key = [...of].join()
    const share = shares.get(key) ?? { modules: [], bytes: 0, pages: of, isAlways: false }
    share.modules.push(id)
    share.bytes += graph.sizeOf(id) * fetchedPart
    shares.set(key, share)
  }
  return [all, ...shares.values()]
}

function merged(
  graph: ModuleGraph,
  shares: readonly Share[],
  starts: Openings['starts'],
): readonly Share[] {
  const shareOf = new Map(
    shares.flatMap((share) => share.modules.map((id) => [id, share] as const)),
  )
  const needs = (share: Share) =>
    new Set(share.modules.flatMap(graph.importsOf).flatMap((id) => shareOf.get(id) ?? []))
  let best: { union: Share; of: readonly Share[]; saved: number } | undefined
  for (const [index, one] of shares.entries()) {
    for (const other of shares.slice(index + 1)) {
      const union = unionOf(one, other)
      const saved = cost(one, starts) + cost(other, starts) - cost(union, starts)
      if (saved <= (best?.saved ?? 0)) continue
      // No page is to fetch, with what it needs, something else that this needs.
      const needed = [...needs(one), ...needs(other)].filter(
        (share) => share !== one && share !== other,
      )
      if (needed.every((share) => [...union.pages].every((page) => share.pages.has(page)))) {
        best = { union, of: [one, other], saved }
      }
    }
  }
  if (!best) return shares
  const { union, of } = best
  return merged(graph, [union, ...shares.filter((share) => !of.includes(share))], starts)
}

/** What all pages together pay for a file. */
function cost({ pages, bytes, isAlways }: Share, starts: Openings['starts']): number {
  let visits = 0
  for (const page of pages) visits += starts.get(page) ?? 1
  return visits * (bytes + (isAlways ? 0 : requestBytes))
}

function unionOf(one: Share, other: Share): Share {
  return {
    modules: [...one.modules, ...other.modules],
    bytes: one.bytes + other.bytes,
    pages: new Set([...one.pages, ...other.pages]),
    isAlways: one.isAlways || other.isAlways,
  }
}

/** Modules and all that they need. */
export function reachable(
  graph: Pick<ModuleGraph, 'importsOf'>,
  from: readonly string[],
): Set<string> {
  const found = new Set<string>()
  const left = [...from]
  for (let id = left.pop(); id !== undefined; id = left.pop()) {
    if (found.has(id)) continue
    found.add(id)
    left.push(...graph.importsOf(id))
  }
  return found
}
