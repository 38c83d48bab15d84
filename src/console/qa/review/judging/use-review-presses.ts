import { useEffect, useEffectEvent, useLayoutEffect, useReducer } from 'react'
import { usePageKeys } from '../../../shell/keys/use-page-keys.ts'
import { type KeyAction, keyAction } from './review-keys.ts'
import type { SessionJudging } from './use-judging.ts'

/** Calls back with what keys mean for the case that is shown: those that count, and those that waited for it. */
export function useReviewPresses(
  judging: SessionJudging,
  index: number,
  press: (action: KeyAction) => void,
): void {
  const { keys } = judging
  // With the case itself, and not some time after it is there: keys are measured by it.
  useLayoutEffect(() => keys.show(index), [keys, index])
  usePageKeys(keyAction, (action) => {
    const becomes = keys.press(action, index)
    if (becomes === 'refused') judging.refuseKey()
    if (becomes !== 'counts') return
    judging.takeKey()
    press(action)
  })
  const [, goOnWithKeys] = useReducer((done: number) => done + 1, 0)
  const pressWaiting = useEffectEvent(() => {
    const action = keys.take(index)
    if (!action) return
    press(action)
    // The next one meets what this one has changed.
    goOnWithKeys()
  })
  useEffect(() => pressWaiting())
}
