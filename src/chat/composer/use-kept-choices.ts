import { useCallback, useMemo, useRef } from 'react'
import type { RunChoices } from './composer-choices.tsx'
import { useKeptText } from './use-kept-text.ts'

type AssistantName = { readonly assistant_id: string; readonly name: string }
type Kept = {
  readonly chosen?: Partial<RunChoices>
  /** The chosen assistant, with its name: it may not be among those that are known yet. */
  readonly assistant?: AssistantName
}

const nothing: Partial<RunChoices> = {}

/**
 * What was chosen beside the text, kept for this tab as the text is: a reload takes nothing back.
 * @returns what was chosen, the assistants with the chosen one among them, and what makes a choice, always the same
 */
export function useKeptChoices(draftKey: string, assistants: readonly AssistantName[]) {
  const [json, keep] = useKeptText(`choices.${draftKey}`, '{}')
  const kept = useMemo(() => keptOf(json), [json])
  const latest = useRef({ kept, keep, assistants })
  latest.current = { kept, keep, assistants }
  const choose = useCallback((change: Partial<RunChoices>) => {
    const now = latest.current
    const assistant = now.assistants.find((item) => item.assistant_id === change.assistant_id)
    const next = { ...now.kept, chosen: { ...now.kept.chosen, ...change } }
    now.kept = assistant ? { ...next, assistant } : next
    now.keep(JSON.stringify(now.kept))
  }, [])
  const { chosen = nothing, assistant } = kept
  const offered = useMemo(() => {
    const isKnown = assistants.some((item) => item.assistant_id === assistant?.assistant_id)
    return isKnown || !assistant ? assistants : [...assistants, assistant]
  }, [assistants, assistant])
  return { chosen, offered, choose }
}

function keptOf(json: string): Kept {
  try {
    return JSON.parse(json) as Kept
  } catch {
    return {}
  }
}
