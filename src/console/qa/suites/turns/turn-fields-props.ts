import type { TurnDraft } from '../draft/turn-draft.ts'

/** What the fields of a turn are given, whatever its kind. */
export interface TurnFieldsProps {
  turn: TurnDraft
  /** Something in it is to be mended; what stands below says what. */
  isFaulty: boolean
  onChange: (change: Partial<TurnDraft>) => void
}
