import type {
  Revision,
  SourceRevisionConfig,
} from '../../../../contract/control-plane/revisions.ts'
import { formatBytes } from '../../../../ui/format/format-bytes.ts'

/** One fact of two revisions. `null` is a fact that a revision does not have. */
export interface RevisionFact {
  id: 'commit' | 'archive' | 'message' | 'ref' | 'config' | 'image'
  label: string
  before: string | null
  after: string | null
}

export interface RevisionDifference {
  facts: RevisionFact[]
  /** By name, since values are never told; null where the server does not tell the names either. */
  secrets: { name: string; change: 'added' | 'removed' | 'same' }[] | null
}

/** What two revisions are made from, fact by fact, those that neither has left out. */
export function revisionDifference(before: Revision, after: Revision): RevisionDifference {
  const [a, b] = [before.source_revision_config, after.source_revision_config]
  const facts: RevisionFact[] = [
    { id: 'commit', label: 'Commit', ...pair(a.repo_commit_sha, b.repo_commit_sha) },
    { id: 'archive', label: 'Archive', ...pair(archiveText(a), archiveText(b)) },
    { id: 'message', label: 'Message', ...pair(a.repo_commit_message, b.repo_commit_message) },
    { id: 'ref', label: 'Reference', ...pair(a.repo_ref, b.repo_ref) },
    {
      id: 'config',
      label: 'Config path',
      ...pair(a.langgraph_config_path, b.langgraph_config_path),
    },
    { id: 'image', label: 'Image', ...pair(a.image_uri, b.image_uri) },
  ]
  return {
    facts: facts.filter((fact) => fact.before !== null || fact.after !== null),
    secrets: secretsOf(before.secret_names, after.secret_names),
  }
}

/** Its hash and its size. */
function archiveText({ source_archive: archive }: SourceRevisionConfig): string | null {
  return archive ? `${archive.sha256} · ${formatBytes(archive.bytes)}` : null
}

function pair(before: string | null | undefined, after: string | null | undefined) {
  return { before: before ?? null, after: after ?? null }
}

function secretsOf(
  before: string[] | null | undefined,
  after: string[] | null | undefined,
): RevisionDifference['secrets'] {
  if (!before || !after) return null
  const names = [...new Set([...before, ...after])].sort()
  return names.map((name) => {
    const change = !before.includes(name) ? 'added' : after.includes(name) ? 'same' : 'removed'
    return { name, change }
  })
}
