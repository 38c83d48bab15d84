const words = [
  'no',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
]

/** A count in words up to twelve, in digits above. */
export function countWord(count: number): string {
  return words[count] ?? String(count)
}

/** A count with its noun: `one case`, `43 cases`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${countWord(count)} ${count === 1 ? one : many}`
}

/** With a capital, as a sentence begins. */
export function sentence(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}

/** Names as a sentence lists them: `Ana, Ben and Cleo`. */
export function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}

/** A probability with two digits that count: `p = 0.024`, `p < 0.001`. */
export function pText(p: number): string {
  return p < 0.001 ? 'p < 0.001' : `p = ${Number(p.toPrecision(2))}`
}

/** A share from 0 to 1 with two digits that count: `2.4 %`. */
export function roughPercent(share: number): string {
  return share < 0.001 ? 'less than 0.1 %' : `${Number((share * 100).toPrecision(2))} %`
}

/** Two shares as an interval: `73.8–93.0 %`. */
export function percentInterval({ low, high }: { low: number; high: number }): string {
  return `${(low * 100).toFixed(1)}–${(high * 100).toFixed(1)} %`
}
