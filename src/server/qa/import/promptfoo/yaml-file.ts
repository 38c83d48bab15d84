import { isNode, LineCounter, parseDocument } from 'yaml'
import type { ImportFault } from '../../../../contract/qa/suites.ts'
import type { PlaceInFile } from '../found.ts'

/** Reading takes a second or two for a million characters, during which the server does nothing else. */
const mostCharacters = 500_000

/** What a YAML file says. */
export interface YamlFile {
  value: unknown
  /** Where the value at a path begins, or the innermost one around it that is there. */
  placeOf: (path: readonly PropertyKey[]) => PlaceInFile
}

/** Reads YAML (or JSON, which is YAML too); or says what is wrong with it. */
export function readYaml(text: string): YamlFile | ImportFault {
  const first = { line: 1, column: 1 }
  if (text.length > mostCharacters) {
    return { ...first, message: 'A YAML file has at most 500,000 characters. Split it.' }
  }
  const lines = new LineCounter()
  const document = parseDocument(text, {
    lineCounter: lines,
    merge: true,
    prettyErrors: false,
    logLevel: 'error',
  })
  const placeAt = (offset: number) => {
    const { line, col } = lines.linePos(offset)
    return { line, column: col }
  }
  // The others mostly follow from the first.
  const [error] = document.errors
  if (error) return { ...placeAt(error.pos[0]), message: `This is no YAML: ${error.message}` }
  const placeOf = (path: readonly PropertyKey[]): PlaceInFile => {
    for (let length = path.length; length > 0; length -= 1) {
      const node = document.getIn(path.slice(0, length), true)
      if (isNode(node) && node.range) return placeAt(node.range[0])
    }
    return first
  }
  try {
    return { value: document.toJS({ maxAliasCount: 1_000 }), placeOf }
  } catch (error) {
    if (error instanceof RangeError) throw error
    const { message } = error as Error
    // Of an alias whose anchor is missing; else there are so many that they would fill the memory.
    const [, name] = /^Unresolved alias.*: (\S+)$/.exec(message) ?? []
    const place = name === undefined ? first : placeAt(Math.max(text.indexOf(`*${name}`), 0))
    return { ...place, message: `This is no YAML: ${message}` }
  }
}
