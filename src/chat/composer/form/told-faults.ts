import { ApiError } from '../../../client/api-error.ts'
import { fieldErrorLine } from '../../../client/error-body.ts'
import {
  type SchemaField,
  schemaFields,
} from '../../../contract/agent-server/input/schema-fields.ts'
import type { ValidationError } from '../../../contract/errors.ts'
import { stepWords } from './step-words.ts'

type Place = ValidationError['loc']

const inputPlace = ['body', 'input']
/** Where a context may be given: graphs read it in both. */
const contextPlaces = [
  ['body', 'context'],
  ['body', 'config', 'configurable'],
]

/** Why a run was not made, with each field named as the forms of input and context name it. */
export function refusalWords(
  error: Error,
  schemas: { readonly input: unknown; readonly context: unknown },
): string {
  const faults = faultsOf(error)
  if (faults.length === 0) return error.message
  const input = schemaFields(schemas.input) ?? []
  const context = schemaFields(schemas.context) ?? []
  return faults
    .map((fault) => {
      const ofContext = contextPlaces.map((place) => within(fault.loc, place)).find(Boolean)
      const ofInput = within(fault.loc, inputPlace)
      if (ofContext) return `${placeWords(ofContext, context)}: ${fault.msg}`
      return ofInput ? `${placeWords(ofInput, input)}: ${fault.msg}` : fieldErrorLine(fault)
    })
    .join(' ')
}

/** What a server says against an input, by field of its form. */
export function faultsOfInput(
  error: Error,
  fields: readonly SchemaField[],
): Readonly<Record<string, string>> {
  const told: Record<string, string> = {}
  for (const { loc, msg } of faultsOf(error)) {
    const [first, ...inner] = within(loc, inputPlace) ?? []
    const name = fields.find((field) => field.name === first)?.name
    if (name === undefined) continue
    const place = inner.length > 0 ? `In ${inner.map(stepWords).join(' › ')}: ` : ''
    told[name] = [told[name], `${place}${msg}`].filter(Boolean).join(' ')
  }
  return told
}

const faultsOf = (error: Error) => (error instanceof ApiError ? error.fieldErrors : [])

/** The rest of a place that lies within another one; null where it does not. */
function within(loc: Place, outer: readonly string[]): Place | null {
  const isWithin = loc.length > outer.length && outer.every((part, at) => part === loc[at])
  return isWithin ? loc.slice(outer.length) : null
}

function placeWords([name, ...inner]: Place, fields: readonly SchemaField[]): string {
  const label = fields.find((field) => field.name === name)?.label ?? String(name)
  return [label, ...inner.map(stepWords)].join(' › ')
}
