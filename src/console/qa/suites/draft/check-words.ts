import type { CheckDraft } from './check-draft.ts'
import { namesOf } from './check-draft.ts'

/** A check as a line to read: what it looks at, which is set as code, and what must hold of it. */
export interface CheckWords {
  code?: string
  words: string
}

/** What a check says, also while it is not written to its end. */
export function checkWords(draft: CheckDraft): CheckWords {
  const { check, text, isNot, number, status } = draft
  const json = draft.json.trim()
  const not = isNot ? 'not ' : ''
  switch (check) {
    case 'contains':
      return { words: `answer ${isNot ? 'does not contain' : 'contains'} “${text}”` }
    case 'matches':
      return { code: `/${text}/${draft.flags}`, words: `${not}matched by the answer` }
    case 'json_path':
      return { code: text, words: `is ${not}${json || 'there'}` }
    case 'tool_called': {
      const often = number === '' ? '' : number === '1' ? ' once' : ` ${number} times`
      return { code: text || 'tool', words: `called${often}${json && ` with ${json}`}` }
    }
    case 'tool_not_called':
      return { code: text || 'tool', words: 'not called' }
    case 'tool_order':
      return { code: namesOf(text).join(' → ') || 'tools', words: 'in this order' }
    case 'status':
      return { words: `final status ${status}` }
    case 'max_seconds':
      return { words: `at most ${number || '…'} seconds` }
    case 'max_tokens':
      return { words: `at most ${number || '…'} tokens` }
    case 'max_words':
      return { words: `at most ${number || '…'} words` }
  }
}
