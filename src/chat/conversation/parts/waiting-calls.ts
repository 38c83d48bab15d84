import { actionRequest } from '../../../contract/agent-server/action-request.ts'
import type { Interrupt } from '../../../contract/agent-server/threads.ts'
import { isSameJson } from '../same-json.ts'
import type { ShownCall } from './tool-calls.ts'

/**
 * The calls that a person is asked about, by their keys; null where the questions do not tell which: then it may be each.
 * Of two calls that are alike each question is about one.
 */
export function waitingCalls(
  calls: readonly ShownCall[],
  interrupts: readonly Interrupt[],
): ReadonlySet<string> | null {
  const found = new Set<string>()
  for (const { action, args } of interrupts.flatMap(
    ({ value }) => actionRequest(value)?.questions ?? [],
  )) {
    const call = calls.find(
      (one) => !found.has(one.key) && one.name === action && isSameJson(one.args, args),
    )
    if (call) found.add(call.key)
  }
  return found.size > 0 ? found : null
}
