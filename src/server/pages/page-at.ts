import * as z from 'zod/mini'

const pages = z.array(z.object({ pattern: z.string(), files: z.array(z.string()) }))

/** The console's page at an address. */
export interface PageAt {
  /** As `/deployments/:deploymentId`. */
  pattern: string
  /** What stands at the places of the pattern, as in the address: `deploymentId` and its like. */
  params: Record<string, string>
  /** What it needs beyond the files of every page. */
  files: readonly string[]
}

/**
 * The console's page at an address, undefined where there is none with code of its own.
 * @param list the build's `pages.json`: for each pattern, as `/deployments/:deploymentId`, the files
 * @param address its path, without the base path
 */
export function pageAt(list: string, address: string): PageAt | undefined {
  const parts = partsOf(address)
  const fitting = pages
    .parse(JSON.parse(list))
    .filter(({ pattern }) => fits(partsOf(pattern), parts))
    // As the router does: words of an address go before what stands for any.
    .sort((a, b) => placesOf(a.pattern).length - placesOf(b.pattern).length)
  const [found] = fitting
  if (!found) return undefined
  const params = placesOf(found.pattern).map(([name, index]) => [name, parts[index] ?? ''])
  return { ...found, params: Object.fromEntries(params) }
}

function partsOf(path: string): string[] {
  return path.split('/').filter(Boolean)
}

function fits(pattern: readonly string[], parts: readonly string[]): boolean {
  return (
    pattern.length === parts.length &&
    pattern.every((part, index) => part.startsWith(':') || part === parts[index])
  )
}

/** The names of a pattern's places, each with its part of the address. */
function placesOf(pattern: string): [name: string, index: number][] {
  return partsOf(pattern).flatMap((part, index) =>
    part.startsWith(':') ? [[part.slice(1), index] as [string, number]] : [],
  )
}
