import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from 'react-router-dom'
import type { Deployment } from '../../../contract/control-plane/deployments.ts'
import type { Revision } from '../../../contract/control-plane/revisions.ts'
import { RelativeTime } from '../../../ui/format/relative-time.tsx'
import { shortId } from '../../../ui/format/short-id-text.ts'
import { Table, Td, Th, Tr } from '../../../ui/table/table.tsx'
import { useApi } from '../../api.tsx'
import { openRow, walkRows } from '../../lists/list-rows.ts'
import { paths } from '../../paths.ts'
import { revisionQuery } from '../queries.ts'
import { RevisionMenu } from './revision-menu.tsx'
import { RevisionPill, shortCommit } from './revision-pill.tsx'

type RevisionsTableProps = {
  deployment: Deployment
  revisions: readonly Revision[]
  hasHead?: boolean
}

/** Revisions, newest first, with the one that serves. */
export function RevisionsTable({ deployment, revisions, hasHead = false }: RevisionsTableProps) {
  return (
    <Table label="Revisions">
      <thead className={hasHead ? undefined : 'sr-only'}>
        <tr>
          <Th>Revision</Th>
          <Th>Status</Th>
          <Th className="max-[599px]:hidden">Source</Th>
          <Th className="max-[479px]:hidden">Created</Th>
          <Th>
            <span className="sr-only">Actions</span>
          </Th>
        </tr>
      </thead>
      <tbody onKeyDown={walkRows('tr')}>
        {revisions.map((revision, index) => (
          <RevisionRow
            key={revision.id}
            deployment={deployment}
            listed={revision}
            previousId={revisions[index + 1]?.id}
          />
        ))}
      </tbody>
    </Table>
  )
}

type RevisionRowProps = { deployment: Deployment; listed: Revision; previousId: string | undefined }

function RevisionRow({ deployment, listed, previousId }: RevisionRowProps) {
  const navigate = useNavigate()
  const isLatest = listed.id === deployment.latest_revision_id
  // The latest one is watched anyway; showing the same data keeps the page of one mind.
  const { data: watched } = useQuery({
    ...revisionQuery(useApi(), deployment.id, listed.id),
    enabled: isLatest,
  })
  const revision = (isLatest && watched) || listed
  const isServing = listed.id === deployment.active_revision_id
  const { repo_ref, repo_commit_sha, image_uri } = revision.source_revision_config
  return (
    <Tr
      onClick={openRow(() => navigate(paths.revision(deployment.id, revision.id)))}
      className="cursor-pointer"
    >
      <Td>
        <Link
          to={paths.revision(deployment.id, revision.id)}
          title={revision.id}
          className="mono whitespace-nowrap rounded-sm no-underline hover:underline"
        >
          {shortId(revision.id)}
        </Link>
        <span className="block whitespace-nowrap text-ink-2 text-sm min-[480px]:hidden">
          <RelativeTime value={revision.created_at} />
        </span>
      </Td>
      <Td>
        <span className="flex flex-wrap items-center gap-x-2">
          <RevisionPill
            revision={revision}
            isReplaced={!isServing && deployment.active_revision_id !== null && !isLatest}
          />
          {isServing && (
            <span className="whitespace-nowrap text-ink-2 text-sm">serving traffic</span>
          )}
          {isLatest && !isServing && (
            <span className="whitespace-nowrap text-ink-3 text-sm">latest</span>
          )}
        </span>
      </Td>
      <Td
        className="max-w-44 truncate text-ink-2 max-[599px]:hidden"
        title={repo_commit_sha ?? undefined}
      >
        {(repo_commit_sha && shortCommit(repo_commit_sha)) || repo_ref || image_uri || '—'}
      </Td>
      <Td className="text-ink-2 max-[479px]:hidden">
        <RelativeTime value={revision.created_at} />
      </Td>
      <Td className="w-px text-right">
        <RevisionMenu deployment={deployment} revision={revision} previousId={previousId} />
      </Td>
    </Tr>
  )
}
