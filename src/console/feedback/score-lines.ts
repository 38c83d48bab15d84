import type { FeedbackGroup } from '../../contract/tracing/feedback.ts'

/** Counts and the mean of scores of one kind, taken together. */
export interface ScoreTotal {
  /** Votes, those without a score included. */
  count: number
  scoreCount: number
  /** Null where no vote has a score. */
  mean: number | null
  positive: number
  negative: number
  comments: number
}

/** A line of the chart: the mean of each day, null where the day has no score. */
export interface ScoreLine {
  /** The key, or the id of the revision or deployment; null where that is unknown. */
  id: string | null
  means: (number | null)[]
  /** How many scores each mean is of. */
  counts: number[]
  total: ScoreTotal
}

type Dimension = 'key' | 'revision_id' | 'deployment_id'

/** The groups as one. */
export function totalOf(groups: readonly FeedbackGroup[]): ScoreTotal {
  const sum = (of: (group: FeedbackGroup) => number) =>
    groups.reduce((total, group) => total + of(group), 0)
  const scoreCount = sum((group) => group.score_count)
  return {
    count: sum((group) => group.count),
    scoreCount,
    mean:
      scoreCount === 0
        ? null
        : sum((group) => (group.mean_score ?? 0) * group.score_count) / scoreCount,
    positive: sum((group) => group.positive),
    negative: sum((group) => group.negative),
    comments: sum((group) => group.comment_count),
  }
}

/** Groups that are alike in one respect, the one with the most votes first. */
export function totalsBy(
  groups: readonly FeedbackGroup[],
  dimension: Dimension,
): { id: string | null; total: ScoreTotal }[] {
  return [...groupedBy(groups, dimension)]
    .map(([id, alike]) => ({ id, total: totalOf(alike) }))
    .sort((a, b) => b.total.count - a.total.count)
}

/**
 * What a chart draws: the days with scores, oldest first, and a line for each value of a dimension that
 * has any, the one with the most votes first.
 */
export function scoreLines(
  groups: readonly FeedbackGroup[],
  dimension: Dimension,
): { days: string[]; lines: ScoreLine[] } {
  const scored = groups.filter(({ day, score_count }) => day !== undefined && score_count > 0)
  const days = [...new Set(scored.map(({ day }) => day ?? ''))].sort()
  const lines = [...groupedBy(scored, dimension)].map(([id, alike]): ScoreLine => {
    const byDay = groupedBy(alike, 'day')
    const totals = days.map((day) => totalOf(byDay.get(day) ?? []))
    return {
      id,
      means: totals.map(({ mean }) => mean),
      counts: totals.map(({ scoreCount }) => scoreCount),
      total: totalOf(alike),
    }
  })
  return { days, lines: lines.sort((a, b) => b.total.count - a.total.count) }
}

function groupedBy(groups: readonly FeedbackGroup[], dimension: Dimension | 'day') {
  const grouped = new Map<string | null, FeedbackGroup[]>()
  for (const group of groups) {
    const id = group[dimension] ?? null
    grouped.set(id, [...(grouped.get(id) ?? []), group])
  }
  return grouped
}

/** A mean to be read: at most two decimals, with a sign that is as long as the digits. */
export function meanText(mean: number | null): string {
  if (mean === null) return '–'
  return String(Math.round(mean * 100) / 100).replace('-', '−')
}
