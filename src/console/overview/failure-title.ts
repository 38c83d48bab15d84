import { outcomeLooks } from '../../chat/conversation/runs/outcome-looks.ts'
import type { Run } from '../../contract/agent-server/runs.ts'

/** Why a run failed, as its server tells it; some servers tell no reason. */
export function failureTitle({ status, error }: Pick<Run, 'status' | 'error'>): string {
  return error ?? outcomeLooks[status === 'timeout' ? 'timed_out' : 'failed'].words
}
