import * as z from 'zod/mini'

const pages = z.array(z.object({ pattern: z.string(), files: z.array(z.string()) }))

/**
 * The files that the console's page at an address needs beyond those of every page.
 * @param list the build's `pages.json`: for each pattern, as `/deployments/:deploymentId`, the files
 * @param address its path, without the base path
 */
export function filesOfPage(list: string, address: string): readonly string[] {
  const parts = address.split('/').filter(Boolean)
  const fitting = pages
    .parse(JSON.parse(list))
    .map(({ pattern, files }) => ({ pattern: pattern.split('/').filter(Boolean), files }))
    .filter(
      ({ pattern }) =>
        pattern.length === parts.length &&
        pattern.every((part, index) => part.startsWith(':') || part === parts[index]),
    )
  // As the router does: words of an address go before what stands for any.
  const places = (pattern: readonly string[]) =>
    pattern.filter((part) => part.startsWith(':')).length
  fitting.sort((a, b) => places(a.pattern) - places(b.pattern))
  return fitting[0]?.files ?? []
}
