import { jsonText } from '../format/json-text.ts'

const shownText = 300

/**
 * Where a text occurs in a JSON value, in the names or in the values, in whatever case.
 * @param most no more than these are looked for
 * @returns each place by its path (`messages[0].content`) and what is there, shortened
 */
export function findInJson(value: unknown, wanted: string, most: number) {
  const found: { path: string; text: string }[] = []
  const needle = wanted.toLowerCase()
  // By hand, since a value may be nested deeper than the stack.
  const waiting: { path: string; name: string; value: unknown }[] = [{ path: '', name: '', value }]
  for (let next = waiting.pop(); next && found.length < most; next = waiting.pop()) {
    const { path, name, value: here } = next
    const isBranch = typeof here === 'object' && here !== null
    const text = isBranch ? (Array.isArray(here) ? '[…]' : '{…}') : jsonText(here, 0)
    const isHit =
      name.toLowerCase().includes(needle) || (!isBranch && text.toLowerCase().includes(needle))
    if (isHit && path !== '') found.push({ path, text: text.slice(0, shownText) })
    if (!isBranch) continue
    const entries = Object.entries(here).reverse()
    for (const [key, child] of entries) {
      const step = Array.isArray(here) ? `[${key}]` : path === '' ? key : `.${key}`
      waiting.push({ path: path + step, name: key, value: child })
    }
  }
  return found
}
