/** How many reviewers marked an answer as passed, how many as failed, and how many otherwise; null where that is not told. */
export type Marked =
  | { readonly passed: number; readonly failed: number; readonly otherwise?: number | undefined }
  | null
  | undefined

/** What people said of a case on one target, in a word for each outcome; none where nobody said anything. */
export function markedWords(marked: Marked): string[] {
  const { passed = 0, failed = 0, otherwise = 0 } = marked ?? {}
  return [
    ...(passed > 0 ? [`${passed} judged passed`] : []),
    ...(failed > 0 ? [`${failed} judged failed`] : []),
    ...(otherwise > 0 ? [`${otherwise} judged otherwise`] : []),
  ]
}
