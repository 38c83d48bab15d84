type SparklineProps = {
  /** One for each part of the span; null where there is nothing to measure. */
  values: readonly (number | null)[]
  tone?: 'plain' | 'bad'
  /** Where something happened, from 0, the beginning of the span, to 1; what lies outside is left out. */
  marks?: readonly number[]
}

const [width, height, inset] = [96, 22, 2]

/**
 * A course without axes, beside the number that it leads to: nothing is drawn of a single value, which is that number.
 * Whoever cannot see it misses nothing that is not said there.
 */
export function Sparkline({ values, tone = 'plain', marks = [] }: SparklineProps) {
  const most = Math.max(...values.map((value) => value ?? 0), 0)
  const at = (value: number, index: number) => {
    const x = inset + (index / Math.max(1, values.length - 1)) * (width - 2 * inset)
    const y = height - inset - (most === 0 ? 0 : value / most) * (height - 2 * inset)
    return `${x.toFixed(1)} ${y.toFixed(1)}`
  }
  const measured = values.filter((value) => value !== null).length
  let isOpen = false
  const path = values
    .map((value, index) => {
      const isFirst = !isOpen
      isOpen = value !== null
      if (value === null) return ''
      // One between gaps is a dot.
      return isFirst ? `M${at(value, index)}h0` : `L${at(value, index)}`
    })
    .join('')
  return (
    <svg
      aria-hidden
      viewBox={`0 0 ${width} ${height}`}
      className={tone === 'bad' ? 'h-[22px] w-24 text-bad' : 'h-[22px] w-24 text-ink-3'}
    >
      {measured > 1 && (
        <path
          d={path}
          fill="none"
          stroke="currentColor"
          strokeWidth={1.5}
          strokeLinejoin="round"
          strokeLinecap="round"
        />
      )}
      {marks
        .filter((mark) => mark >= 0 && mark <= 1)
        .map((mark) => (
          <path
            key={mark}
            className="text-accent"
            d={`M${(inset + mark * (width - 2 * inset)).toFixed(1)} 0V${height}`}
            fill="none"
            stroke="currentColor"
            strokeWidth={1}
            strokeDasharray="2 2"
          />
        ))}
    </svg>
  )
}
