import type { SourceRevisionConfig } from './revisions.ts'

/** The first seven characters of a commit, as git shows them. */
export function shortCommit(commit: string): string {
  return commit.slice(0, 7)
}

/** What a revision was made from in a few characters, `1a2b3c4` or `archive 1a2b3c4`; null where that is not known. */
export function shortSource(
  config: Pick<SourceRevisionConfig, 'repo_commit_sha' | 'source_archive'>,
): string | null {
  if (config.repo_commit_sha) return shortCommit(config.repo_commit_sha)
  return config.source_archive ? `archive ${shortCommit(config.source_archive.sha256)}` : null
}
