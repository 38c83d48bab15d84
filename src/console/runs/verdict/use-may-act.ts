import { useContext } from 'react'
import { RefusedActions } from '../../../ui/controls/refused-actions.ts'

/** Whether the reader may change something here: keys ask it as buttons do. */
export function useMayAct(): boolean {
  return useContext(RefusedActions) === undefined
}
