import { isRecord } from '../is-record.ts'

/** An assertion and where it stands. */
export interface PlacedAssertion {
  assertion: unknown
  path: readonly PropertyKey[]
}

/** The assertions of a list with those of its sets, and with the templates that they refer to. */
export function flatAssertions(
  list: unknown,
  path: readonly PropertyKey[],
  templates: unknown,
): PlacedAssertion[] {
  if (list === undefined || list === null) return []
  return [list].flat().flatMap((one, index) => {
    const assertion = referred(one, templates)
    const here = [...path, index]
    // A set with a threshold may fail in part, which the checks of a case may not.
    const isPlainSet =
      isRecord(assertion) && assertion.type === 'assert-set' && assertion.threshold === undefined
    return isPlainSet
      ? flatAssertions(assertion.assert, [...here, 'assert'], templates)
      : [{ assertion, path: here }]
  })
}

function referred(one: unknown, templates: unknown): unknown {
  const name =
    isRecord(one) && typeof one.$ref === 'string' ? one.$ref.split('/').at(-1) : undefined
  return name !== undefined && isRecord(templates) ? templates[name] : one
}
