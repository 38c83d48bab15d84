import type { FieldPath } from 'react-hook-form'
import type { EndpointInput } from '../../../../contract/endpoint.ts'
import type { Case } from '../../../../contract/qa/cases.ts'
import type { createSession } from '../../../../contract/qa/sessions.ts'
import { numberTyped, optionalNumberTyped } from '../../../forms/number-typed.ts'
import { type CapValues, capsRequest } from './cap-values.ts'

interface TargetValues {
  connection_id: string
  deployment_id: string
  /** Empty: what serves. */
  revision_id: string
  assistant_id: string
}

/** The fields of the form as they are typed: numbers as text, names and tags as lists with commas. */
export interface SessionValues {
  suite_id: string
  /** The second counts while there is something to compare with. */
  targets: [TargetValues, TargetValues]
  isCompared: boolean
  repeats: string
  passes_needed: string
  tags: string[]
  is_blind: boolean
  reviewers: string
  caps: CapValues
  name: string
  seed: string
  accepts_side_effects: boolean
}

/** What a new session's form starts with: one target, or two, which are judged blind. */
export function newSession(
  suite_id: string,
  targets: TargetValues | readonly [TargetValues, TargetValues],
): SessionValues {
  const isCompared = 'length' in targets
  return {
    suite_id,
    targets: isCompared ? [...targets] : [targets, targets],
    isCompared,
    repeats: '1',
    passes_needed: '',
    tags: [],
    is_blind: isCompared,
    reviewers: '',
    caps: { at_once: '4', tokens: '', seconds: '', attempt_seconds: '300' },
    name: '',
    seed: '',
    accepts_side_effects: false,
  }
}

type Body = NonNullable<EndpointInput<typeof createSession>['body']>

/** The request for what was typed. What is no number is refused by the server, at its field. */
export function sessionRequest(values: SessionValues): Body {
  const { targets, isCompared, caps } = values
  const passes_needed = optionalNumberTyped(values.passes_needed)
  const seed = optionalNumberTyped(values.seed)
  const name = values.name.trim()
  return {
    suite_id: values.suite_id,
    ...(name !== '' && { name }),
    targets: targets
      .slice(0, isCompared ? 2 : 1)
      .map((target) => ({ ...target, revision_id: target.revision_id || null })),
    repeats: numberTyped(values.repeats),
    ...(passes_needed !== null && { passes_needed }),
    reviewers: namesOf(values.reviewers),
    is_blind: isCompared && values.is_blind,
    ...(seed !== null && { seed }),
    caps: capsRequest(caps),
    accepts_side_effects: values.accepts_side_effects,
    tags: values.tags,
  }
}

/** Names that were typed with commas, as sessions keep them. */
export const namesOf = (text: string) =>
  text.split(',').flatMap((name) => name.trim().toLowerCase() || [])

const fields: readonly FieldPath<SessionValues>[] = [
  'suite_id',
  'targets.0.deployment_id',
  'targets.0.revision_id',
  'targets.0.assistant_id',
  'targets.1.deployment_id',
  'targets.1.revision_id',
  'targets.1.assistant_id',
  'repeats',
  'passes_needed',
  'tags',
  'reviewers',
  'caps.at_once',
  'caps.tokens',
  'caps.seconds',
  'caps.attempt_seconds',
  'name',
  'seed',
  'accepts_side_effects',
]

/** The field that a part of the body stands in; null where none does. */
export function fieldOf(loc: readonly (string | number)[]): FieldPath<SessionValues> | null {
  const path = loc.slice(1).join('.')
  const known = fields.find((field) => path === field || path.startsWith(`${field}.`))
  if (known) return known
  const target = /^targets\.([01])/.exec(path)?.[1]
  return target ? `targets.${target as '0' | '1'}.deployment_id` : null
}

/** The cases that a session asks: all, or those with one of some tags. */
export function chosenCases(cases: readonly Case[], tags: readonly string[]): readonly Case[] {
  return tags.length === 0
    ? cases
    : cases.filter((one) => one.tags.some((tag) => tags.includes(tag)))
}
