import { createContext, useContext, useSyncExternalStore } from 'react'
import type { FromFrame, StreamFacts } from '../frame-messages.ts'
import { tell } from './tell.ts'

let facts: StreamFacts = {
  values: {},
  messages: [],
  isLoading: false,
  error: null,
  interrupts: [],
}
const listeners = new Set<() => void>()

/** How the thread is from now on. */
export function setStream(next: StreamFacts): void {
  facts = next
  for (const listener of listeners) listener()
}

/** What is told of the message that the component belongs to. */
export const Meta = createContext<object>({})

/** The published hook of components: how the thread is, and what may be done to it. */
export function useStreamContext() {
  const { error, ...stream } = useSyncExternalStore(listen, () => facts)
  const meta = useContext(Meta)
  return { ...stream, error: error ?? undefined, interrupt: stream.interrupts[0], meta, ...acts }
}

/** Nothing is done by looking at a component: only where somebody has just clicked in it, or pressed a key. */
const acts = {
  submit: async (input: unknown, options?: { command?: unknown }) =>
    ifClicked({ kind: 'submit', input: input ?? null, command: options?.command ?? null }),
  stop: async () => ifClicked({ kind: 'stop' }),
}

function ifClicked(message: FromFrame): void {
  if (navigator.userActivation.isActive) tell(message)
}

/** The first that wants to know has the page tell it. */
function listen(listener: () => void): () => void {
  if (listeners.size === 0) tell({ kind: 'follows' })
  listeners.add(listener)
  return () => listeners.delete(listener)
}
