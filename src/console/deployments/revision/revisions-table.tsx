import { useQuery } from '@tanstack/react-query'
import type { Deployment } from '../../../contract/control-plane/deployments.ts'
import type { Revision } from '../../../contract/control-plane/revisions.ts'
import { RelativeTime } from '../../../ui/format/relative-time.tsx'
import { shortId } from '../../../ui/format/short-id-text.ts'
import { useApi } from '../../api.tsx'
import { actionsColumn, type Column } from '../../lists/column.tsx'
import { ListTable } from '../../lists/list-table.tsx'
import { paths } from '../../paths.ts'
import { revisionQuery } from '../queries.ts'
import { RevisionMenu } from './revision-menu.tsx'
import { RevisionPill, shortCommit } from './revision-pill.tsx'

type RevisionsTableProps = {
  deployment: Deployment
  revisions: readonly Revision[]
  isHeadHidden?: boolean
}

/** Revisions, newest first, with the one that serves. */
export function RevisionsTable({ deployment, revisions, isHeadHidden }: RevisionsTableProps) {
  const latestId = deployment.latest_revision_id ?? ''
  // The latest one is watched anyway; showing the same data keeps the page of one mind.
  const { data: watched } = useQuery({
    ...revisionQuery(useApi(), deployment.id, latestId),
    enabled: revisions.some(({ id }) => id === latestId),
  })
  return (
    <ListTable
      label="Revisions"
      columns={columnsFor(deployment)}
      rows={revisions.map((listed, at) => ({
        revision: listed.id === latestId && watched ? watched : listed,
        previousId: revisions[at + 1]?.id,
      }))}
      keyOf={({ revision }) => revision.id}
      rowsLead
      isHeadHidden={isHeadHidden ?? false}
    />
  )
}

type Row = { revision: Revision; previousId: string | undefined }

const columnsFor = (deployment: Deployment): readonly Column<Row>[] => [
  {
    head: 'Revision',
    cell: ({ revision: { id, created_at } }, href) => (
      <>
        <a
          href={href(paths.revision(deployment.id, id))}
          title={id}
          className="mono whitespace-nowrap rounded-sm no-underline hover:underline"
        >
          {shortId(id)}
        </a>
        <span className="block whitespace-nowrap text-ink-2 text-sm min-[480px]:hidden">
          <RelativeTime value={created_at} />
        </span>
      </>
    ),
  },
  {
    head: 'Status',
    cell: ({ revision }) => <Standing deployment={deployment} revision={revision} />,
  },
  {
    head: 'Source',
    className: 'max-[599px]:hidden',
    cellClass: 'max-w-44 truncate text-ink-2',
    titleOf: ({ revision }) => revision.source_revision_config.repo_commit_sha ?? undefined,
    cell: ({ revision }) => {
      const { repo_ref, repo_commit_sha, image_uri } = revision.source_revision_config
      return (repo_commit_sha && shortCommit(repo_commit_sha)) || repo_ref || image_uri || '—'
    },
  },
  {
    head: 'Created',
    className: 'max-[479px]:hidden',
    cellClass: 'text-ink-2',
    cell: ({ revision }) => <RelativeTime value={revision.created_at} />,
  },
  actionsColumn((row) => <RevisionMenu deployment={deployment} {...row} />),
]

/** How far it is, and whether it serves. */
function Standing({ deployment, revision }: { deployment: Deployment; revision: Revision }) {
  const isServing = revision.id === deployment.active_revision_id
  const isLatest = revision.id === deployment.latest_revision_id
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      <RevisionPill
        revision={revision}
        isReplaced={!isServing && deployment.active_revision_id !== null && !isLatest}
      />
      {isServing && <span className="whitespace-nowrap text-ink-2 text-sm">serving traffic</span>}
      {isLatest && !isServing && (
        <span className="whitespace-nowrap text-ink-3 text-sm">latest</span>
      )}
    </span>
  )
}
