import type { CheckSaid } from '../../../../contract/qa/check-words.ts'
import { type CheckDraft, namesOf } from './check-draft.ts'

/** What a check says, also while it is not written to its end: `…` stands for what is missing. */
export function checkSaid(draft: CheckDraft): CheckSaid {
  const { check, text, isNot: not, status, flags } = draft
  const json = draft.json.trim() || undefined
  const number = draft.number.trim()
  switch (check) {
    case 'contains':
      return { check, text, not }
    case 'matches':
      return { check, pattern: text, flags, not }
    case 'json_path':
      return { check, path: text || '$', equals: json, not }
    case 'tool_called':
      return { check, tool: text || '…', args: json, times: number || undefined }
    case 'tool_not_called':
      return { check, tool: text || '…' }
    case 'tool_order':
      return {
        check,
        tools: [...namesOf(text), '…', '…'].slice(0, Math.max(2, namesOf(text).length)),
      }
    case 'status':
      return { check, is: status }
    case 'max_seconds':
      return { check, seconds: number || '…' }
    case 'max_tokens':
      return { check, tokens: number || '…' }
    case 'max_words':
      return { check, words: number || '…' }
  }
}
