import { useState } from 'react'
import type { ApiError } from '../../client/api-error.ts'
import { fieldErrorLine } from '../../client/error-body.ts'
import type { ValidationError } from '../../contract/errors.ts'
import { writeJson } from '../../contract/exact-json.ts'

type Place = ValidationError['loc']

/** What a server refused of a form, as far as it still holds. */
export interface FieldRefusal {
  /** What is wrong with a field, in the server's words. */
  at: (field: string) => string | undefined
  /** The same of a field that holds JSON: all that is wrong in it, each with its place. */
  within: (field: string) => string | undefined
  /** What is told at no field, in words. */
  others: string | null
}

type Form = {
  isPending: boolean
  /**
   * What stands in the fields that are shown and that faults are told at, by their names in the body; in the address
   * `path.thread_id`.
   */
  held: Readonly<Record<string, unknown>>
  /** The field where a name that is taken (409) is told. */
  conflictAt?: string
  /** The field that a place is in, where it is not the first step into the body. */
  fieldOf?: (loc: Place) => string
}

/**
 * Tells a refusal at the fields that it is about, each as long as its field holds what was sent; what is about none
 * stands until the form is sent again.
 */
export function useFieldRefusal(error: ApiError | null, form: Form): FieldRefusal {
  const { isPending, held } = form
  const [sent, setSent] = useState({ isPending, error, held })
  if (sent.isPending !== isPending || sent.error !== error) {
    // On a busy machine it may be refused before it is ever drawn as pending: then what is held was sent.
    const isEnd = !isPending && sent.isPending
    setSent({ isPending, error, held: isEnd ? sent.held : held })
  }
  return fieldRefusal(error, { ...form, sent: sent.held })
}

/** The same for a form of which `sent` was sent. */
export function fieldRefusal(
  error: ApiError | null,
  { held, sent, conflictAt, fieldOf = firstStep }: Omit<Form, 'isPending'> & { sent: Form['held'] },
): FieldRefusal {
  const isTaken = conflictAt !== undefined && error?.status === 409
  const faults: readonly ValidationError[] = isTaken
    ? [{ loc: ['body', conflictAt], msg: error.message, type: 'conflict' }]
    : (error?.fieldErrors ?? [])
  // By what was shown then: what has gone since is sent no more.
  const isHeld = (loc: Place) => Object.hasOwn(sent, fieldOf(loc))
  const of = (field: string) =>
    writeJson(held[field]) === writeJson(sent[field])
      ? faults.filter(({ loc }) => isHeld(loc) && fieldOf(loc) === field)
      : []
  const others = faults.filter(({ loc }) => !isHeld(loc)).map(fieldErrorLine)
  const words = error && faults.length === 0 ? error.message : others.join('; ')
  return {
    at: (field) => of(field)[0]?.msg,
    within: (field) => of(field).map(innerLine).join(' ') || undefined,
    others: words || null,
  }
}

const firstStep = ([part, name]: Place) => (part === 'body' ? String(name) : `${part}.${name}`)

const innerLine = ({ loc, msg }: ValidationError) =>
  [loc.slice(2).join('.'), msg].filter(Boolean).join(': ')
