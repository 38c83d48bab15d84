import { useMemo } from 'react'
import {
  type UiMessage,
  uiMessagesOf,
  withUiEvent,
} from '../../contract/agent-server/components/ui-messages.ts'
import { messagesOf } from '../../contract/agent-server/messages.ts'
import type { Conversation } from '../conversation/conversation-types.ts'
import type { StreamFacts } from './frame-messages.ts'

type Heard = Pick<Conversation, 'values' | 'custom'>

/** What a thread says by components: as it holds it, and while a run is at work with what that told since. */
export function useSaid({ values, custom }: Heard, isActive: boolean): readonly UiMessage[] {
  return useMemo(() => {
    const kept = uiMessagesOf(values)
    return isActive ? custom.reduce((list, { data }) => withUiEvent(list, data), kept) : kept
  }, [values, custom, isActive])
}

/** How a thread is, for its components. */
export function useStreamFacts(
  conversation: Pick<Conversation, 'values' | 'interrupts' | 'failure'>,
  isActive: boolean,
): StreamFacts {
  const { values, interrupts, failure } = conversation
  return useMemo(
    () => ({
      values,
      messages: messagesOf(values),
      isLoading: isActive,
      error: failure?.message ?? null,
      interrupts,
    }),
    [values, isActive, failure, interrupts],
  )
}
