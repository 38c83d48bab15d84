/** Which files each runner is given: all of them (`[]`), some, or none, when it is left out. */
export interface ChosenFiles {
  unit: string[] | null
  e2e: string[] | null
}

/** Files and folders as they are named on the command line; nothing for everything. */
export function chosenFiles(named: readonly string[]): ChosenFiles {
  if (named.length === 0) return { unit: [], e2e: [] }
  const isEndToEnd = (name: string) => /\.spec(\.ts)?$/.test(name) || name.includes('test/e2e')
  const [e2e, unit] = [named.filter(isEndToEnd), named.filter((name) => !isEndToEnd(name))]
  return { unit: unit.length > 0 ? unit : null, e2e: e2e.length > 0 ? e2e : null }
}
