import { type Case, suiteLimits } from '../../contract/qa/cases.ts'
import { HttpError } from '../http/http-error.ts'
import { unstorablePlace } from '../storable-text.ts'

/**
 * What a schema does not tell of a list of cases: a key stands once, no turn is larger than it may be, and
 * everything can be kept. Throws 422 with every fault at its place.
 */
export function checkCases(cases: readonly Case[]): void {
  const places = new Map<string, number>()
  const faults = cases.flatMap((one, index) => [
    ...keyFault(places, one.key, index),
    ...one.turns.flatMap((turn, place) => {
      const bytes = Buffer.byteLength(JSON.stringify(turn))
      if (bytes <= suiteLimits.turnBytes) return []
      const kib = Math.round(bytes / 1024)
      return [fault([index, 'turns', place], `The turn has ${kib} KB. It may have 256 KB at most.`)]
    }),
    ...one.turns.flatMap((turn, place) =>
      turn.do === 'send' && !turn.text?.trim() && turn.input === undefined
        ? [fault([index, 'turns', place], 'Write what is sent: a text or an input.')]
        : [],
    ),
    ...one.checks.flatMap((check, place) => {
      if (check.check !== 'matches') return []
      try {
        new RegExp(check.pattern, check.flags)
        return []
      } catch {
        const said = `“${check.pattern.slice(0, 100)}” is no regular expression.`
        return [fault([index, 'checks', place, 'pattern'], said)]
      }
    }),
    ...storeFault(one, index),
  ])
  if (faults.length > 0) throw new HttpError(422, faults)
}

function keyFault(places: Map<string, number>, key: string, index: number) {
  const before = places.get(key)
  places.set(key, before ?? index)
  if (before === undefined) return []
  const said = `The key “${key}” stands twice: cases ${before + 1} and ${index + 1}.`
  return [fault([index, 'key'], said)]
}

function storeFault(one: Case, index: number) {
  const place = unstorablePlace(one)
  return place ? [fault([index, ...place], 'It holds a character that cannot be kept.')] : []
}

function fault(place: (string | number)[], msg: string) {
  return { loc: ['body', 'cases', ...place], msg, type: 'value_error' }
}
