/**
 * The value at a path such as `$.refund.lines[0]["net price"]`; undefined where there is none. A negative place counts
 * from the end. Throws a sentence for a path that cannot be read.
 */
export function valueAt(root: unknown, path: string): unknown {
  const steps = [...path.slice(1).matchAll(step)]
  const isWhole = path.startsWith('$') && steps.map(([text]) => text).join('') === path.slice(1)
  if (!isWhole)
    throw new Error(`“${path}” is no path. Write one as $.name, $.list[0] or $["a name"].`)
  return steps.reduce<unknown>((value, { groups }) => {
    const name = groups?.name ?? groups?.quoted ?? groups?.single
    if (typeof value !== 'object' || value === null) return undefined
    if (name !== undefined) return Object.hasOwn(value, name) ? (value as Fields)[name] : undefined
    return Array.isArray(value) ? value.at(Number(groups?.place)) : undefined
  }, root)
}

type Fields = Record<string, unknown>

const step =
  /\.(?<name>[\p{L}\p{N}_$-]+)|\[(?<place>-?\d+)\]|\["(?<quoted>[^"]*)"\]|\['(?<single>[^']*)'\]/gu
