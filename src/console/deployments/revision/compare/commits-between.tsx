import { useQuery } from '@tanstack/react-query'
import { ApiError } from '../../../../client/api-error.ts'
import { listRevisionCommits } from '../../../../contract/control-plane/revision-changes.ts'
import { shortCommit } from '../../../../contract/control-plane/short-commit.ts'
import { searchesRuns } from '../../../../contract/gateway/connections.ts'
import { RelativeTime } from '../../../../ui/format/relative-time.tsx'
import { Card, CardHeader } from '../../../../ui/page/card.tsx'
import { Skeleton } from '../../../../ui/page/skeleton.tsx'
import { query, useApi } from '../../../api.tsx'

type CommitsBetweenProps = { deploymentId: string; before: string; after: string }

/** The commits that came with a revision, as the repository tells them. */
export function CommitsBetween({ deploymentId, before, after }: CommitsBetweenProps) {
  const { connection, controlPlane } = useApi()
  const isTold = searchesRuns(connection)
  const { data, error } = useQuery({
    ...query(controlPlane, listRevisionCommits, {
      params: { deployment_id: deploymentId, revision_id: after },
      query: { since: before },
    }),
    enabled: isTold,
    retry: false,
    // Commits do not change.
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (!isTold || (error instanceof ApiError && [404, 405, 501].includes(error.status ?? 0))) {
    return (
      <Card>
        <CardHeader title="Commits between" />
        <p className="px-4 py-4 text-ink-2">This server does not tell them.</p>
      </Card>
    )
  }
  return (
    <Card>
      <CardHeader title="Commits between" detail={data && countText(data)} />
      {!data &&
        (error ? (
          <p className="px-4 py-4 text-ink-2">{error.message}</p>
        ) : (
          <div className="px-4">
            <Skeleton label="Loading the commits" lines={3} />
          </div>
        ))}
      {data && data.missing > 0 && (
        <p className="border-b px-4 py-3 text-ink-2">
          {data.missing === 1 ? '1 commit' : `${data.missing} commits`} of the first revision{' '}
          {data.missing === 1 ? 'is' : 'are'} not in the second one.
        </p>
      )}
      {data && data.commits.length > 0 && (
        <ul className="divide-y">
          {data.commits.map(({ sha, message, author, at }) => (
            <li key={sha} className="flex items-baseline gap-3 px-4 py-2">
              <span className="mono flex-none text-ink-3" title={sha}>
                {shortCommit(sha)}
              </span>
              <span className="min-w-0 grow [overflow-wrap:anywhere]">
                {message}
                <span className="block text-ink-2 text-sm">{author}</span>
              </span>
              <span className="flex-none text-ink-2 text-sm">
                <RelativeTime value={at} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

function countText(data: { commits: readonly unknown[]; has_more: boolean }): string {
  const { length } = data.commits
  if (data.has_more) return `the newest ${length}`
  return length === 0 ? 'none' : length === 1 ? '1 commit' : `${length} commits`
}
