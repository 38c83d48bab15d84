/** So many branches and tags of a repository are told at most. */
const mostTold = 1_000

/** Whether a repository has the branch or tag, as far as it was told; a commit may be named too, and nothing for its default. */
export function isAmong(typed: string, { branches, tags }: { branches: string[]; tags: string[] }) {
  const name = typed.trim().replace(/^refs\/(heads|tags)\//, '')
  const isWhole = branches.length < mostTold && tags.length < mostTold
  if (name === '' || !isWhole || /^[0-9a-f]{7,40}$/i.test(name)) return true
  return branches.includes(name) || tags.includes(name)
}

/** Warns of a name that is not among them, before it is sent. */
export function NotAmong({ refName }: { refName: string }) {
  return (
    <span className="text-warn wrap-anywhere">
      The repository has no branch or tag “{refName}” at present.
    </span>
  )
}
