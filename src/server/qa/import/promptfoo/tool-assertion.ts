import type { Check } from '../../../../contract/qa/cases.ts'
import { isRecord } from '../is-record.ts'

/** The checks of an assertion about tools; null where there are none that say the same. */
export function toolAssertion(
  base: string,
  { threshold }: Record<string, unknown>,
  value: unknown,
  isNot: boolean,
): Check[] | null {
  switch (base) {
    case 'trajectory:tool-used':
      return toolUsed(value, isNot)
    case 'trajectory:tool-sequence':
      return isNot ? null : toolSequence(value)
    case 'trajectory:tool-args-match':
      return isNot ? null : toolArguments(value)
    case 'tool-call-f1': {
      // Below 1 some of the tools may be missing.
      const tools = toolNames(typeof value === 'string' ? value.split(',') : value)
      return tools && !isNot && threshold === undefined ? tools.map(called) : null
    }
    default:
      return null
  }
}

function toolUsed(value: unknown, isNot: boolean): Check[] | null {
  const names = toolNames(typeof value === 'string' ? [value] : value)
  if (names) return names.map((name) => (isNot ? notCalled(name) : called(name)))
  if (!isRecord(value)) return null
  const { min = 1, max } = value
  const [name] = toolNames([value]) ?? []
  if (name === undefined) return null
  if (isNot || max === 0) return min === 1 || !isNot ? [notCalled(name)] : null
  if (min === max && typeof min === 'number') return [{ ...called(name), times: min }]
  return min === 1 && max === undefined ? [called(name)] : null
}

function toolSequence(value: unknown): Check[] | null {
  const steps = isRecord(value) ? value.steps : value
  const tools = toolNames(steps)
  if (!tools || (isRecord(value) && value.mode === 'exact')) return null
  const [only] = tools
  return tools.length === 1 && only !== undefined
    ? [called(only)]
    : [{ check: 'tool_order', tools }]
}

function toolArguments(value: unknown): Check[] | null {
  const [name] = toolNames([value]) ?? []
  if (name === undefined || !isRecord(value) || value.mode === 'exact') return null
  const args = value.args ?? value.arguments
  return isRecord(args) ? [{ ...called(name), args: args as Record<string, never> }] : null
}

/** Null where one of them is a pattern rather than a name. */
function toolNames(list: unknown): string[] | null {
  if (!Array.isArray(list) || list.length === 0) return null
  const names = list.map((one) => (isRecord(one) ? one.name : one))
  const isNames = names.every(
    (one) => typeof one === 'string' && one.trim() !== '' && !one.includes('*'),
  )
  return isNames ? names.map((one) => String(one).trim()) : null
}

const called = (tool: string) => ({ check: 'tool_called' as const, tool })
const notCalled = (tool: string): Check => ({ check: 'tool_not_called', tool })
