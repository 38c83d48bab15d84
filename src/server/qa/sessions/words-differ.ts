import { writeJson } from '../../../contract/exact-json.ts'
import type { TranscriptStep } from '../../../contract/qa/attempts.ts'

/**
 * How much of what was answered differs, as the share of the words (and tools and components) of both that only one has, 0 to 1. The order
 * does not count: it is for finding what is worth reading, not for judging it.
 */
export function wordsDiffer(
  one: readonly TranscriptStep[],
  other: readonly TranscriptStep[],
): number {
  const [left, right] = [wordsOf(one), wordsOf(other)]
  const all = left.length + right.length
  if (all === 0) return 0
  const counts = new Map<string, number>()
  for (const word of left) counts.set(word, (counts.get(word) ?? 0) + 1)
  let common = 0
  for (const word of right) {
    const count = counts.get(word) ?? 0
    if (count === 0) continue
    counts.set(word, count - 1)
    common += 1
  }
  return (all - 2 * common) / all
}

function wordsOf(steps: readonly TranscriptStep[]): string[] {
  return steps.flatMap((step) => {
    if (step.step === 'answer') return step.text.split(/\s+/u).filter(Boolean)
    if (step.step === 'tool') return [`${step.call.name}(${writeJson(step.call.args)})`]
    if (step.step === 'component') return [`${step.name}(${writeJson(step.props)})`]
    return []
  })
}
