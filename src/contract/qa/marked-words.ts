/** How many reviewers marked an answer as passed, and how many as failed; null where that is not told. */
export type Marked = { readonly passed: number; readonly failed: number } | null | undefined

/** What people said of a case on one target, in a word for each outcome; none where nobody said anything. */
export function markedWords(marked: Marked): string[] {
  const { passed = 0, failed = 0 } = marked ?? {}
  return [
    ...(passed > 0 ? [`${passed} judged passed`] : []),
    ...(failed > 0 ? [`${failed} judged failed`] : []),
  ]
}
