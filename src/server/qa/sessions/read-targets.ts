import { call } from '../../../client/api.ts'
import { ApiError } from '../../../client/api-error.ts'
import { getDeployment } from '../../../contract/control-plane/deployments.ts'
import { getRevision } from '../../../contract/control-plane/revisions.ts'
import type { ValidationError } from '../../../contract/errors.ts'
import type { NamedTarget, Target } from '../../../contract/qa/sessions.ts'
import { HttpError } from '../../http/http-error.ts'
import { findAssistant } from '../find-assistant.ts'
import type { QaServers } from '../qa-servers.ts'

/**
 * Targets with the names that they have now, so that a session can be read when they are gone. Throws 422 at the place of each
 * that is not there or does not answer.
 */
export async function readTargets(
  servers: QaServers,
  targets: readonly Target[],
): Promise<NamedTarget[]> {
  const read = await Promise.all(
    targets.map(async (target, index) => {
      const faults: ValidationError[] = []
      const place = (field: string, msg: string) =>
        faults.push({ loc: ['body', 'targets', index, field], msg, type: 'value_error' })
      const named = await readTarget(servers, target, place)
      return { named, faults }
    }),
  )
  const faults = read.flatMap((one) => one.faults)
  if (faults.length > 0) throw new HttpError(422, faults)
  return read.map(({ named }) => named)
}

type Fault = (field: keyof Target, message: string) => void

async function readTarget(servers: QaServers, target: Target, fault: Fault): Promise<NamedTarget> {
  const named: NamedTarget = {
    ...target,
    revision_id: target.revision_id ?? null,
    deployment_name: target.deployment_id,
    assistant_name: target.assistant_id,
    commit: null,
    commit_message: null,
    ref: null,
    preview_id: null,
    served_revision_id: null,
  }
  const read = () => readDeployment(servers, target, fault)
  const deployment = await tried(read, 'deployment_id', fault)
  if (!deployment) return named
  const connection_name = await servers.name(target.connection_id)
  Object.assign(named, deployment, { connection_name })
  const { connection_id, deployment_id, revision_id } = target
  if (revision_id) {
    const open = () => servers.preview(connection_id, deployment_id, revision_id)
    const preview_id = await tried(open, 'revision_id', fault)
    if (!preview_id) return named
    named.preview_id = preview_id
  }
  const assistant = await tried(() => readAssistant(servers, named), 'assistant_id', fault)
  return { ...named, ...assistant }
}

/** Null where a revision is the fault, which is said then. */
async function readDeployment(
  servers: QaServers,
  target: Target,
  fault: Fault,
): Promise<Partial<NamedTarget> | null> {
  const plane = await servers.controlPlane(target.connection_id)
  // The one deployment of an agent server by itself is called as its connection is.
  if (!plane) return { deployment_name: await servers.name(target.connection_id) }
  const { deployment_id } = target
  const deployment = await call(plane, getDeployment, { params: { deployment_id } })
  const served = deployment.active_revision_id ?? deployment.latest_revision_id
  const revision_id = target.revision_id ?? served
  const read = (revision_id: string) =>
    tried(
      () => call(plane, getRevision, { params: { deployment_id, revision_id } }),
      'revision_id',
      fault,
    )
  const revision = revision_id ? await read(revision_id) : null
  if (revision_id && !revision) return null
  const source = revision?.source_revision_config
  return {
    deployment_name: deployment.name,
    commit: source?.repo_commit_sha ?? null,
    commit_message: source?.repo_commit_message ?? null,
    ref: source?.repo_ref ?? null,
    served_revision_id: target.revision_id ? null : served,
  }
}

async function readAssistant(
  servers: QaServers,
  { connection_id, deployment_id, preview_id, assistant_id }: NamedTarget,
): Promise<Partial<NamedTarget>> {
  const agent = await servers.agent(connection_id, preview_id ?? deployment_id)
  const assistant = await findAssistant(agent, assistant_id)
  return assistant.name ? { assistant_name: assistant.name } : {}
}

/** Null where the other side refuses or does not answer, which is the fault of a field. */
async function tried<T>(
  read: () => Promise<T>,
  field: keyof Target,
  fault: Fault,
): Promise<T | null> {
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof ApiError) && !(error instanceof HttpError)) throw error
    fault(field, error.message)
    return null
  }
}
