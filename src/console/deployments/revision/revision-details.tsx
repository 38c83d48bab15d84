import { Link } from 'react-router-dom'
import type { Revision } from '../../../contract/control-plane/revisions.ts'
import { formatBytes } from '../../../ui/format/format-bytes.ts'
import { formatDuration } from '../../../ui/format/format-duration.ts'
import { RelativeTime } from '../../../ui/format/relative-time.tsx'
import { ShortId } from '../../../ui/format/short-id.tsx'
import { shortId } from '../../../ui/format/short-id-text.ts'
import { Card, CardBody, CardHeader } from '../../../ui/page/card.tsx'
import { Fact, Facts } from '../../../ui/page/facts.tsx'
import { paths } from '../../paths.ts'
import { useParam } from '../../shell/page/use-param.ts'
import { startedByText, tookMs } from '../revision-facts.ts'
import { useBuildRemoved } from './build-removed.ts'
import { RevisionRuns } from './figures/revision-runs.tsx'
import { RevisionVotes } from './figures/revision-votes.tsx'
import { useRevisionFigures } from './figures/use-revision-figures.ts'
import { useRevisionVotes } from './figures/use-revision-votes.ts'

type RevisionDetailsProps = {
  revision: Revision
  /** Ids of the revisions before it, the newest first. */
  older: readonly string[]
}

/** What a revision is made of, who started it, how its runs went, and what it has to do with others. */
export function RevisionDetails({ revision, older }: RevisionDetailsProps) {
  const deploymentId = useParam('deploymentId')
  const {
    repo_ref,
    repo_commit_sha,
    repo_commit_message,
    repo_commit_author,
    langgraph_config_path,
    source_archive: archive,
  } = revision.source_revision_config
  const startedBy = startedByText(revision)
  const took = tookMs(revision)
  const buildRemoved = useBuildRemoved(deploymentId)(revision)
  const figuresOf = useRevisionFigures(deploymentId)
  const figures = figuresOf(revision.id)
  const votes = useRevisionVotes(deploymentId)(revision.id)
  return (
    <Card>
      <CardHeader title="Details" />
      <CardBody>
        <Facts>
          {revision.source === 'internal_source' ? (
            <Fact term="Archive">
              {archive ? (
                <span className="flex flex-wrap items-center gap-x-2">
                  <ShortId id={archive.sha256} noun="archive" />
                  <span className="text-ink-2">{formatBytes(archive.bytes)}</span>
                </span>
              ) : (
                'not uploaded yet'
              )}
            </Fact>
          ) : (
            <>
              <Fact term="Reference">
                <span className="mono break-all">{repo_ref ?? '—'}</span>
              </Fact>
              <Fact term="Commit">
                {repo_commit_sha ? <ShortId id={repo_commit_sha} noun="commit" /> : '—'}
              </Fact>
            </>
          )}
          {repo_commit_message && (
            <Fact term="Message">
              <span className="[overflow-wrap:anywhere]">{repo_commit_message}</span>
            </Fact>
          )}
          {repo_commit_author && <Fact term="Author">{repo_commit_author}</Fact>}
          {startedBy && <Fact term="Started by">{startedBy}</Fact>}
          {took !== null && <Fact term="Took">{formatDuration(took)}</Fact>}
          {buildRemoved && <Fact term="Build">{buildRemoved}</Fact>}
          {figures && (
            <Fact term="Runs, 30 days">
              <RevisionRuns
                deploymentId={deploymentId}
                figures={figures}
                before={older.map(figuresOf)}
              />
            </Fact>
          )}
          {votes && (
            <Fact term="Votes, 30 days">
              <RevisionVotes deploymentId={deploymentId} revisionId={revision.id} votes={votes} />
            </Fact>
          )}
          <Fact term="Config path">
            <span className="mono break-all">{langgraph_config_path ?? '—'}</span>
          </Fact>
          {revision.redeploy_of && (
            <Fact term="Repeats">
              <Link
                to={paths.revision(deploymentId, revision.redeploy_of)}
                className="mono rounded-sm"
              >
                {shortId(revision.redeploy_of)}
              </Link>
            </Fact>
          )}
          {revision.promoted_to && (
            <Fact term="Promoted as">
              <Link
                to={paths.revision(deploymentId, revision.promoted_to)}
                className="mono rounded-sm"
              >
                {shortId(revision.promoted_to)}
              </Link>
            </Fact>
          )}
          {revision.secret_names && (
            <Fact term="Secrets">
              <span className="mono">{revision.secret_names.join(', ') || 'none'}</span>
            </Fact>
          )}
          <Fact term="Created">
            <RelativeTime value={revision.created_at} />
          </Fact>
          <Fact term="Updated">
            <RelativeTime value={revision.updated_at} />
          </Fact>
          <Fact term="ID">
            <ShortId id={revision.id} noun="revision" />
          </Fact>
        </Facts>
      </CardBody>
    </Card>
  )
}
