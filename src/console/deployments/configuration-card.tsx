import type { Deployment } from '../../contract/control-plane/deployments.ts'
import type { SourceRevisionConfig } from '../../contract/control-plane/revisions.ts'
import { shortSource as nameOfSource } from '../../contract/control-plane/short-commit.ts'
import { searchesRuns } from '../../contract/gateway/connections.ts'
import { CopyButton } from '../../ui/controls/copy-button.tsx'
import { formatBytes } from '../../ui/format/format-bytes.ts'
import { formatExactTime } from '../../ui/format/format-time.ts'
import { ShortId } from '../../ui/format/short-id.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { Card, CardBody, CardHeader } from '../../ui/page/card.tsx'
import { Fact, Facts } from '../../ui/page/facts.tsx'
import { useApi } from '../api.tsx'
import { deploymentTypeLabel } from './deployment-types.ts'

const ForeignFacts = lazyPart(() =>
  import('./foreign/foreign-facts.tsx').then((code) => code.ForeignFacts),
)

/** What a deployment is made from. */
export function ConfigurationCard({ deployment }: { deployment: Deployment }) {
  const { source_config: source, source_revision_config: revision } = deployment
  const { connection } = useApi()
  const given = givenOf(source.resource_spec)
  const isFromGit = deployment.source === 'github'
  const isFolder = deployment.source === 'folder'
  const isUpload = deployment.source === 'internal_source'
  // What it is built from here runs on an agent server of ours, which describes itself.
  const isOurs = searchesRuns(connection) && (isFromGit || isFolder || isUpload)
  const repository = isFolder ? 'folder' : 'git'
  const kind = source.repo_url ? repository : revision.image_uri ? 'image' : 'server'
  const address = source.repo_url ?? revision.image_uri ?? source.custom_url
  return (
    <Card>
      <CardHeader title="Configuration" />
      <CardBody>
        <Facts>
          <Fact term="Source">
            {isUpload ? (
              uploadText(revision)
            ) : address ? (
              <span className="flex items-center gap-1">
                <span title={address} className="min-w-0 truncate">
                  {kind} · {kind === 'server' || isFolder ? address : shortSource(address)}
                </span>
                <span className="-my-1 flex-none">
                  <CopyButton text={address} label="Copy source address" />
                </span>
              </span>
            ) : (
              '—'
            )}
          </Fact>
          {isFromGit && (
            <Fact term="Reference">
              <span className="mono break-all">{revision.repo_ref ?? 'default branch'}</span>
            </Fact>
          )}
          {(isFromGit || isUpload) && (
            <Fact term="Config path">
              <span className="mono break-all">{revision.langgraph_config_path ?? '—'}</span>
            </Fact>
          )}
          <Fact term="Type">{deploymentTypeLabel(deployment)}</Fact>
          {isFromGit && <Fact term="Build on push">{source.build_on_push ? 'on' : 'off'}</Fact>}
          {source.install_command && (
            <Fact term="Install">
              <span className="mono break-all">{source.install_command}</span>
            </Fact>
          )}
          {source.build_command && (
            <Fact term="Build">
              <span className="mono break-all">{source.build_command}</span>
            </Fact>
          )}
          {Object.keys(given).length > 0 && (
            <Fact term="Resources">
              <span className="mono break-words text-sm">{resourcesText(given)}</span>
            </Fact>
          )}
          {(source.integration_id || source.listener_id) && (
            <ForeignFacts deployment={deployment} />
          )}
          {deployment.image_version && (
            <Fact term="Image version">
              <span className="mono break-all">{deployment.image_version}</span>
            </Fact>
          )}
          <Fact term="Secrets">
            {deployment.secrets.length === 0 ? (
              'none'
            ) : (
              <span title={deployment.secrets.map(({ name }) => name).join(', ')}>
                {deployment.secrets.length} set
              </span>
            )}
          </Fact>
          {isOurs && source.custom_url?.startsWith('http') && (
            <Fact term="Interface">
              <a
                href={`${source.custom_url}/docs`}
                target="_blank"
                rel="noopener noreferrer"
                className="-my-1 inline-flex min-h-6 items-center rounded-sm text-accent underline decoration-accent/40 underline-offset-2 hover:decoration-accent"
              >
                Its endpoints, in a new tab
              </a>
            </Fact>
          )}
          <Fact term="Created">
            <time dateTime={deployment.created_at}>
              {formatExactTime(Date.parse(deployment.created_at))}
            </time>
          </Fact>
          <Fact term="ID">
            <ShortId id={deployment.id} noun="deployment" />
          </Fact>
        </Facts>
      </CardBody>
    </Card>
  )
}

/** `upload · archive 1a2b3c4, 48 kB`. */
function uploadText(revision: SourceRevisionConfig): string {
  const { source_archive: archive } = revision
  if (!archive) return 'upload · nothing yet'
  return `upload · ${nameOfSource(revision)}, ${formatBytes(archive.bytes)}`
}

/** `https://github.com/acme/agents.git` to `acme/agents`, a folder to its last parts. */
function shortSource(address: string): string {
  const path = URL.canParse(address) ? new URL(address).pathname : address
  return (
    path
      .replace(/\.git$/, '')
      .split('/')
      .filter(Boolean)
      .slice(-2)
      .join('/') || address
  )
}

/** The resources that are set. */
function givenOf(spec: Deployment['source_config']['resource_spec']): Record<string, unknown> {
  return Object.fromEntries(Object.entries(spec ?? {}).filter(([, value]) => value != null))
}

/** `cpu 2, memory_mb 1024, labels`: numbers and texts with their values, what is more by its name. */
function resourcesText(given: Record<string, unknown>): string {
  return Object.entries(given)
    .map(([name, value]) => (typeof value === 'object' ? name : `${name} ${value}`))
    .join(', ')
}
