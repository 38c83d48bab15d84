/** What a list is filtered by, of an address, in one order: what is empty or not known to the page is left out. */
export function filtersIn(
  get: (name: string) => string | null,
  names: readonly string[],
): Record<string, string> {
  const known = [...new Set(names)].sort().map((name) => [name, get(name)?.trim()] as const)
  return Object.fromEntries(known.filter((pair): pair is [string, string] => Boolean(pair[1])))
}

/** As it is kept in a view. */
export function queryOf(filters: Readonly<Record<string, string>>): string {
  return new URLSearchParams(filters).toString()
}

/** A view as a page reads it: what it filters by there, and what the page no longer knows. */
export function readView(
  query: string,
  names: readonly string[],
): { filters: Record<string, string>; ignored: string[] } {
  const params = new URLSearchParams(query)
  return {
    filters: filtersIn((name) => params.get(name), names),
    ignored: [...new Set(params.keys())].filter((name) => !names.includes(name)),
  }
}

/** `“since” and “took”`. */
export function quoted(names: readonly string[]): string {
  return names.map((name) => `“${name}”`).join(' and ')
}
