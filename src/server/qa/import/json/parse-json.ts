import { parseJson as parseExactly } from '../../../../contract/exact-json.ts'
import type { ImportFault } from '../../../../contract/qa/suites.ts'
import type { PlaceInFile } from '../found.ts'
import { placesIn } from '../text-place.ts'
import { brokenAt, elementOffsets, offsetAt } from './json-places.ts'

/** Where the value at a path begins. */
export type PlaceOf = (path: readonly PropertyKey[]) => PlaceInFile

/** A JSON value of a file. */
export interface ParsedJson {
  value: unknown
  placeOf: PlaceOf
  /** For each element of the list at a path, of at most so many, the same with paths from the element on. */
  placesOfElements: (path: readonly PropertyKey[], most: number) => PlaceOf[]
}

/** Reads one JSON text, which begins in `firstLine` of the file; or says at which place it is none. */
export function parseJson(text: string, firstLine = 1): ParsedJson | ImportFault {
  let placesOfText: ReturnType<typeof placesIn> | null = null
  const placeAt = (offset: number) => {
    placesOfText ??= placesIn(text)
    const { line, column } = placesOfText(offset)
    return { line: line + firstLine - 1, column }
  }
  try {
    const value = parseExactly(text)
    return {
      value,
      placeOf: (path) => placeAt(offsetAt(text, path)),
      placesOfElements: (path, most) =>
        elementOffsets(text, offsetAt(text, path), most).map(
          (start) => (inner) => placeAt(offsetAt(text, inner, start)),
        ),
    }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    const at = brokenAt(text) ?? text.length
    const character = text[at]
    const found = character === undefined ? 'it ends too early' : `“${character}” does not fit here`
    return { ...placeAt(at), message: `This is no JSON: ${found}.` }
  }
}

export function isFault(one: ParsedJson | ImportFault): one is ImportFault {
  return 'message' in one
}
