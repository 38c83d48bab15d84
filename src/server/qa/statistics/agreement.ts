/** What several reviewers said of one item; null, or shorter, where one said nothing. */
export type Ratings = readonly (string | null)[]

/**
 * Cohen's kappa of the first two reviewers over the items that both rated: 1 is perfect, 0 what chance gives. Null
 * where there is none: no such item, or one answer alone, which leaves chance nothing to differ in.
 */
export function cohenKappa(items: readonly Ratings[]): number | null {
  const both = items.flatMap(([one, other]) => (one && other ? [[one, other] as const] : []))
  const agreed = both.filter(([one, other]) => one === other).length / both.length
  const counts = [countsOf(both.map(([one]) => one)), countsOf(both.map(([, other]) => other))]
  let byChance = 0
  for (const [answer, count] of counts[0] ?? []) {
    byChance += (count * (counts[1]?.get(answer) ?? 0)) / both.length ** 2
  }
  return both.length === 0 || byChance === 1 ? null : (agreed - byChance) / (1 - byChance)
}

/**
 * Krippendorff's alpha for answers without an order, of any number of reviewers; items with fewer than two answers do
 * not count. Null as {@link cohenKappa}.
 */
export function krippendorffAlpha(items: readonly Ratings[]): number | null {
  const totals = new Map<string, number>()
  let n = 0
  let disagreed = 0
  for (const item of items) {
    const answers = item.filter((answer) => answer !== null)
    if (answers.length < 2) continue
    const counts = countsOf(answers)
    n += answers.length
    for (const [answer, count] of counts) {
      totals.set(answer, (totals.get(answer) ?? 0) + count)
      disagreed += (count * (answers.length - count)) / (answers.length - 1)
    }
  }
  let byChance = 0
  for (const total of totals.values()) byChance += (total * (n - total)) / (n - 1)
  return byChance === 0 ? null : 1 - disagreed / byChance
}

function countsOf(answers: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const answer of answers) counts.set(answer, (counts.get(answer) ?? 0) + 1)
  return counts
}
