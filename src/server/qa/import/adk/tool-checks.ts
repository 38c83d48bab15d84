import { writeJson } from '../../../../contract/exact-json.ts'
import type { Check } from '../../../../contract/qa/cases.ts'
import type { ToolUse } from './invocation.ts'

/** A check for each call, counted where it comes more than once, and one for their order. */
export function toolChecks(uses: readonly ToolUse[]): Check[] {
  const kinds = new Map<string, { use: ToolUse; times: number }>()
  for (const use of uses) {
    const kind = writeJson(use)
    kinds.set(kind, { use, times: (kinds.get(kind)?.times ?? 0) + 1 })
  }
  const called = [...kinds.values()].map(({ use: { name, args }, times }): Check => {
    const hasArgs = Object.keys(args).length > 0
    return {
      check: 'tool_called',
      tool: name,
      ...(hasArgs && { args }),
      ...(times > 1 && { times }),
    }
  })
  if (uses.length < 2) return called
  return [...called, { check: 'tool_order', tools: uses.map(({ name }) => name) }]
}
