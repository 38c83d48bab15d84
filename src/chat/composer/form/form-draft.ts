import { useState } from 'react'
import { readDraft, writeDraft } from '../../draft-store.ts'

type Fields = Readonly<Record<string, string | null>>

/** A form that a person opens within the conversation, with what they typed there. */
export interface FormDraft {
  readonly isOpen: boolean
  /** It was opened by a press, not found open: only then it may take the focus. */
  readonly isFresh: boolean
  /** What was typed and not sent; null for nothing. */
  readonly fields: Fields | null
  open(): void
  /** Out of sight; the words are there again when it is opened. */
  close(): void
  keep(fields: Fields): void
  /** It was sent: nothing is kept. */
  forget(): void
}

/**
 * Keeps a form's words for this tab under a key: a turn that scrolls out of a long conversation is
 * taken off the page with everything that was typed in it.
 */
export function useFormDraft(key: string): FormDraft {
  const [kept, setKept] = useState(() => ({ ...read(key), isFresh: false }))
  const change = (next: typeof kept) => {
    setKept(next)
    const isNothing = !next.isOpen && next.fields === null
    writeDraft(key, isNothing ? '' : JSON.stringify({ isOpen: next.isOpen, fields: next.fields }))
  }
  return {
    ...kept,
    open: () => change({ ...kept, isOpen: true, isFresh: true }),
    close: () => change({ ...kept, isOpen: false }),
    keep: (fields) => change({ ...kept, fields }),
    forget: () => change({ isOpen: false, fields: null, isFresh: false }),
  }
}

function read(key: string): { isOpen: boolean; fields: Fields | null } {
  try {
    const { isOpen, fields } = JSON.parse(readDraft(key) || '{}') as Partial<FormDraft>
    return { isOpen: isOpen === true, fields: fields ?? null }
  } catch {
    return { isOpen: false, fields: null }
  }
}
