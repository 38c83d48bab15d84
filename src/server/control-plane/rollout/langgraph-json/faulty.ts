import type * as z from 'zod/mini'
import { issueWords } from '../../../http/issue-words.ts'
import { RolloutFailure } from '../../rollout-failure.ts'

/** What is wrong below a key, by the names of the keys. @param whole what stands at the key */
export function faulty(
  key: string,
  whole: unknown,
  issues: readonly z.core.$ZodIssue[],
  configPath: string,
): RolloutFailure {
  const faults = issues.flatMap((issue) => {
    const place = [key, ...issue.path].join('.')
    if (issue.code !== 'unrecognized_keys') return `“${place}”: ${issueWords(issue, whole)}`
    return issue.keys.map((name) => `“${place}.${name}” is not a key that is known here.`)
  })
  return new RolloutFailure('CREATE_FAILED', `${configPath}: ${faults.join(' ')}`)
}
