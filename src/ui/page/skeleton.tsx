const widths = ['w-2/5', 'w-4/5', 'w-3/5', 'w-3/4']

type SkeletonProps = {
  /** What is being loaded, read out. */
  label: string
  lines?: number
}

/** Grey lines where content will be. Shows only after 200 ms, so that quick answers do not flicker. */
export function Skeleton({ label, lines = 3 }: SkeletonProps) {
  return (
    <div role="status" className="animate-late">
      <span className="sr-only">{label}</span>
      <div aria-hidden className="animate-live">
        {Array.from({ length: lines }, (_, line) => line).map((line) => (
          <div key={line} className="flex h-[38px] items-center">
            <div className={`h-3 rounded-sm bg-idle-soft ${widths[line % widths.length]}`} />
          </div>
        ))}
      </div>
    </div>
  )
}
