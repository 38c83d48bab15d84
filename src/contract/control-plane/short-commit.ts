/** The first seven characters of a commit, as git shows them. */
export function shortCommit(commit: string): string {
  return commit.slice(0, 7)
}
