import { writeJson } from '../../../../contract/exact-json.ts'
import { isRecord } from '../is-record.ts'

export type Vars = Record<string, unknown>

/** A list among the variables stands for a test with each of its values: all combinations, at most `most`. */
export function combinations(vars: Vars, most: number): Vars[] {
  let all: Vars[] = [{}]
  for (const [name, value] of Object.entries(vars)) {
    const values = (Array.isArray(value) ? value : [value]).slice(0, most)
    const before = all.slice(0, Math.ceil(most / Math.max(values.length, 1)))
    all = before.flatMap((one) => values.map((each) => ({ ...one, [name]: each })))
  }
  return all.slice(0, most)
}

/** `{{ name }}` and `{{ user.name }}`, without filters. */
const placeholder = /\{\{-?\s*([\w$-]+(?:\.[\w$-]+)*)\s*-?\}\}/g

/** A text with its variables put in. */
export function filled(text: string, vars: Vars): string {
  return text.replace(placeholder, (whole, path: string) => valueText(vars, path) ?? whole)
}

/**
 * A text whose `{{name}}` is our `{name}`. A text that is nothing but variables is their text, and their names are told:
 * nothing is left to fill in. So is a variable that ours could not name.
 */
export function withOurVariables(text: string, vars: Vars): { text: string; spent: string[] } {
  if (text.replace(placeholder, '').trim() === '') {
    const spent = [...text.matchAll(placeholder)].map(([, path = '']) => path)
    return { text: filled(text, vars), spent }
  }
  const ours = text.replace(placeholder, (whole, path: string) => {
    const value = valueText(vars, path)
    return value !== null && /^\w+$/.test(path) ? `{${path}}` : (value ?? whole)
  })
  return { text: ours, spent: [] }
}

/** Whether a text still has something of a template in it. */
export function hasTemplate(text: string): boolean {
  return /\{\{|\{%/.test(text)
}

export function asText(value: unknown): string {
  return typeof value === 'string' ? value : value === undefined ? '' : writeJson(value)
}

function valueText(vars: Vars, path: string): string | null {
  let value: unknown = vars
  for (const name of path.split('.')) {
    if (!isRecord(value) || !Object.hasOwn(value, name)) return null
    value = value[name]
  }
  return value === null || value === undefined ? '' : asText(value)
}
