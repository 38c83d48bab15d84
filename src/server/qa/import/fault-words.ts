import type * as z from 'zod/mini'
import { issueWords } from '../../http/issue-words.ts'

/** What the schema says of a found case, with the field that it is about: `“turns[0].text”: A text is wanted here.` */
export function faultWords(issue: z.core.$ZodIssue, found: unknown): string {
  const field = `“${fieldName(issue.path)}”`
  if (issue.code === 'unrecognized_keys') {
    const names = issue.keys.map((key) => `“${key}”`).join(', ')
    return `${issue.path.length === 0 ? 'A case' : field} has no field ${names}.`
  }
  const words = issueWords(issue, found)
  return words === issue.message ? words : `${field}: ${words}`
}

/** `turns[0].text` */
function fieldName(path: readonly PropertyKey[]): string {
  return path
    .map((part, index) =>
      typeof part === 'number' ? `[${part}]` : `${index === 0 ? '' : '.'}${String(part)}`,
    )
    .join('')
}
