/** Words that a case, or a verdict, is marked with. */
export function Tags({ tags }: { tags: readonly string[] }) {
  return tags.map((tag) => (
    <span
      key={tag}
      className="max-w-40 truncate rounded-sm bg-idle-soft px-1.5 text-ink-2 text-xs leading-[18px]"
    >
      {tag}
    </span>
  ))
}
