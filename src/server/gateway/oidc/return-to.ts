/** Stands for this server where only a path is looked at. */
const anyOrigin = 'http://here.invalid'

/**
 * A path of the console that somebody may be led to: as it was asked for, or the start where it leads to another site or
 * to an address that is no page. @param basePath empty, or as `/quarterdeck`
 */
export function safeReturn(asked: string | undefined, basePath: string): string {
  const start = `${basePath}/`
  if (!asked?.startsWith(start) || !URL.canParse(asked, anyOrigin)) return start
  const { origin, pathname, search, hash } = new URL(asked, anyOrigin)
  const isPage = !pathname.slice(basePath.length).startsWith('/gateway')
  return origin === anyOrigin && isPage && pathname.startsWith(start)
    ? pathname + search + hash
    : start
}

/** The same path with a parameter set, or without it. */
export function withParameter(path: string, name: string, value: string | null): string {
  const { pathname, searchParams, hash } = new URL(path, anyOrigin)
  if (value === null) searchParams.delete(name)
  else searchParams.set(name, value)
  const search = searchParams.toString()
  return pathname + (search && `?${search}`) + hash
}
