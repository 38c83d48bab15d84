import { type AlertKind, alertKindFacts } from '../../contract/alerts/alert-kinds.ts'
import type { AlertRule } from '../../contract/alerts/rules.ts'
import { numberTyped } from '../forms/number-typed.ts'

/** A rule as its form has it. */
export interface RuleValues {
  name: string
  kind: AlertKind
  threshold: string
  window: string
  least: string
  /** Which deployments or connections; null for all. */
  scope: readonly string[] | null
  channels: readonly string[]
}

const textOf = (value: number | null | undefined) => (value == null ? '' : String(value))

/** The usual figures of a kind. */
export function figuresOf(kind: AlertKind): Pick<RuleValues, 'threshold' | 'window' | 'least'> {
  const { threshold, window, least } = alertKindFacts[kind]
  return {
    threshold: textOf(threshold?.usual),
    window: textOf(window?.usual),
    least: textOf(least?.usual),
  }
}

export function ruleValues(rule: AlertRule | undefined): RuleValues {
  const kind = (rule?.kind ?? 'rollout_failed') as AlertKind
  if (!rule) return { name: '', kind, ...figuresOf(kind), scope: null, channels: [] }
  return {
    name: rule.name,
    kind,
    threshold: textOf(rule.threshold),
    window: textOf(rule.window_minutes),
    least: textOf(rule.least),
    scope: rule.deployment_ids ?? rule.connection_ids,
    channels: rule.channel_ids,
  }
}

/** Why a rule cannot be sent yet, in words. */
export function ruleProblem(values: RuleValues): string | undefined {
  if (values.name.trim() === '') return 'Type a name first'
  return values.scope?.length === 0 ? 'Choose one at least, or all' : undefined
}

/** “2,5” is a number in many languages. What may be thousands is left to the server, which refuses it at its field. */
function numberOf(text: string): number {
  return numberTyped(/^\d+,\d{1,2}$/.test(text.trim()) ? text.replace(',', '.') : text)
}

/** What is sent; the kind beside it where it is new. */
export function ruleBody(values: RuleValues) {
  const { about, threshold, window, least } = alertKindFacts[values.kind]
  const scope = values.scope && [...values.scope]
  return {
    name: values.name.trim(),
    ...(threshold && { threshold: numberOf(values.threshold) }),
    ...(window && { window_minutes: numberOf(values.window) }),
    ...(least && { least: numberOf(values.least) }),
    ...(about === 'deployments' && { deployment_ids: scope }),
    ...(about === 'connections' && { connection_ids: scope }),
    channel_ids: [...values.channels],
  }
}

/** What stands in the fields that are shown of its kind, which are those that are sent, by their names in the body. */
export function heldAt(values: RuleValues): Readonly<Record<string, unknown>> {
  const { name, threshold, window, least, scope, channels } = values
  const all = {
    ...{ name, threshold, window_minutes: window, least, channel_ids: channels },
    ...{ deployment_ids: scope, connection_ids: scope },
  }
  const sent = ruleBody(values)
  return Object.fromEntries(Object.entries(all).filter(([field]) => field in sent))
}
