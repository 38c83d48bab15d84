/** Marks under one label. */
export interface JoinedMarks<Mark> {
  /** From left to right. */
  marks: readonly Mark[]
  /** The middle of the label, in pixels from the left edge of the drawing. */
  middle: number
}

/**
 * Labels of marks that stand `x` pixels from the left edge of a drawing. Those that would overlap are joined to one in
 * the middle of their marks, and none reaches over an edge.
 * @param labelWidth of each, in pixels.
 * @param width of the drawing, in pixels.
 */
export function joinMarks<Mark extends { x: number }>(
  marks: readonly Mark[],
  labelWidth: number,
  width: number,
): JoinedMarks<Mark>[] {
  const joined: JoinedMarks<Mark>[] = []
  for (const mark of marks.toSorted((a, b) => a.x - b.x)) {
    let own = labelOf([mark], labelWidth, width)
    for (let last = joined.at(-1); last; last = joined.at(-1)) {
      if (own.middle - last.middle >= labelWidth) break
      joined.pop()
      own = labelOf([...last.marks, ...own.marks], labelWidth, width)
    }
    joined.push(own)
  }
  return joined
}

function labelOf<Mark extends { x: number }>(
  marks: readonly Mark[],
  labelWidth: number,
  width: number,
): JoinedMarks<Mark> {
  const between = ((marks[0]?.x ?? 0) + (marks.at(-1)?.x ?? 0)) / 2
  const half = labelWidth / 2
  return { marks, middle: Math.max(half, Math.min(between, width - half)) }
}
