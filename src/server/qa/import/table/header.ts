/** What the columns of a table are for, by their index; absent where no column is. */
export interface Columns {
  input: number
  expected?: number
  key?: number
  /** Whether what stands in `key` is meant as a key; an id or a name only lends its words where it is none. */
  hasKeys: boolean
  tags?: number
  /** A word of what an agent is to ask, and what it is answered. */
  interrupt?: number
  resume?: number
  /** All others, under the names of the header. */
  variables: { name: string; index: number }[]
}

/** Of a table that is read. */
export const mostColumns = 200

const names = {
  input: ['input', 'message', 'question', 'prompt', 'query', 'text'],
  expected: ['expected', 'expected_output', 'output', 'reference', 'answer'],
  key: ['key', 'id', 'name'],
  tags: ['tags'],
  interrupt: ['interrupt'],
  resume: ['resume'],
}

/** Of a table without a header. */
export const plainColumns: Columns = { input: 0, expected: 1, hasKeys: false, variables: [] }

/** Reads a header; null where no cell names the input. The first of several names counts, and of two equal ones. */
export function readHeader(cells: readonly string[]): Columns | null {
  if (cells.length > mostColumns) return null
  const plain = cells.map((cell) => cell.trim().toLowerCase())
  const find = (wanted: readonly string[]) => {
    const name = wanted.find((one) => plain.includes(one))
    return name === undefined ? undefined : plain.indexOf(name)
  }
  const input = find(names.input)
  if (input === undefined) return null
  const [expected, key, tags] = [find(names.expected), find(names.key), find(names.tags)]
  const [interrupt, resume] = [find(names.interrupt), find(names.resume)]
  const known = [input, expected, key, tags, interrupt, resume]
  const trimmed = cells.map((cell) => cell.trim())
  const variables = trimmed.flatMap((name, index) =>
    name === '' || known.includes(index) || trimmed.indexOf(name) !== index
      ? []
      : [{ name, index }],
  )
  const hasKeys = key !== undefined && plain[key] === 'key'
  return { input, expected, key, hasKeys, tags, interrupt, resume, variables }
}

export function usesColumn(columns: Columns, index: number): boolean {
  const { input, expected, key, tags, interrupt, resume, variables } = columns
  const isKnown = [input, expected, key, tags, interrupt, resume].includes(index)
  return isKnown || variables.some((one) => one.index === index)
}
