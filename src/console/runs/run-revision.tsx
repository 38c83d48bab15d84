import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { getDeployment } from '../../contract/control-plane/deployments.ts'
import { getRevision, listRevisions } from '../../contract/control-plane/revisions.ts'
import { shortSource } from '../../contract/control-plane/short-commit.ts'
import { IdText } from '../../ui/format/short-id.tsx'
import { query, useApi } from '../api.tsx'
import { DecidedAbout } from '../objects/qa/decided-about.tsx'
import { repeatedBy } from '../objects/qa/repeated-by.ts'
import { paths } from '../paths.ts'

type RunRevisionProps = { deploymentId: string; revisionId: string }

/** The revision that a run is of: what was committed, whether it serves now, and what was decided about it. */
export function RunRevision({ deploymentId, revisionId }: RunRevisionProps) {
  const api = useApi()
  const params = { deployment_id: deploymentId }
  const deployment = useQuery(query(api.controlPlane, getDeployment, { params })).data
  const hasRevisions = deployment !== undefined && !deployment.is_agent_server
  const revision = useQuery({
    ...query(api.controlPlane, getRevision, { params: { ...params, revision_id: revisionId } }),
    enabled: hasRevisions,
    retry: false,
  }).data
  const known = useQuery({
    ...query(api.controlPlane, listRevisions, { params, query: { limit: 100 } }),
    // What one repeats may repeat another one.
    enabled: Boolean(revision?.redeploy_of),
    retry: false,
  }).data
  const config = revision?.source_revision_config ?? {}
  const { repo_commit_message: message } = config
  const source = shortSource(config)
  return (
    <>
      <span className="flex flex-wrap items-center gap-x-2">
        <Link
          to={paths.revision(deploymentId, revisionId)}
          title={revisionId}
          className="mono rounded-sm text-accent hover:underline"
        >
          <IdText id={revisionId} />
        </Link>
        {source && <span className="mono text-ink-2">{source}</span>}
        {deployment?.active_revision_id === revisionId && (
          <span className="text-ink-2 text-sm">serves now</span>
        )}
        {/* They are about the deployment that a preview is of. */}
        <DecidedAbout
          deploymentId={deployment?.preview_of?.deployment_id ?? deploymentId}
          revisionId={revisionId}
          repeats={revision ? repeatedBy(revision, known?.resources ?? []) : []}
        />
      </span>
      {message && <span className="block max-w-xl truncate text-ink-2 text-sm">{message}</span>}
    </>
  )
}
