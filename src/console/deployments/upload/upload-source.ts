import { call, type Transport } from '../../../client/api.ts'
import { type Deployment, patchDeployment } from '../../../contract/control-plane/deployments.ts'
import {
  maxArchiveBytes,
  requestSourceUpload,
  uploadSource as uploadEndpoint,
} from '../../../contract/control-plane/source-archives.ts'
import { formatBytes } from '../../../ui/format/format-bytes.ts'
import type { Api } from '../../api.tsx'
import { putArchive } from './put-archive.ts'

/** An archive, and what the deployment is told with it. */
export interface UploadOrder {
  archive: Blob
  /** Of its langgraph.json; as it was when absent. */
  configPath?: string | undefined
  /** Secrets to set beside those that are there. */
  variables?: readonly { name: string; value: string }[] | undefined
  /** Ends the sending; what has arrived by then is not deployed. */
  signal?: AbortSignal
  /** Told while it is sent, from 0 to 1. */
  onSent?: (share: number) => void
}

/**
 * Uploads a source and has it deployed; answers the deployment with the revision that is made of it. Nothing changes
 * where it fails: it can be sent again. Rejects with the reason of `signal` once that has aborted.
 */
export async function uploadSource(
  { controlPlane }: Api,
  deployment: Pick<Deployment, 'id' | 'secrets'>,
  { archive, configPath, variables = [], signal, onSent = () => undefined }: UploadOrder,
): Promise<Deployment> {
  if (archive.size > maxArchiveBytes) {
    throw new Error(
      `Packed it is ${formatBytes(archive.size)}, and at most ${formatBytes(maxArchiveBytes)} are taken. Name what is not needed in its .gitignore.`,
    )
  }
  const params = { deployment_id: deployment.id }
  const stop = signal ? { signal } : {}
  const place = await call(controlPlane, requestSourceUpload, { params, ...stop })
  const { fetch = globalThis.fetch } = controlPlane
  const sending: Transport = {
    ...controlPlane,
    fetch: (url, init) => putArchive(String(url), { ...init, body: archive }, onSent, fetch),
  }
  await call(sending, uploadEndpoint, { params: { upload_id: place.upload_id ?? '' }, ...stop })
  const names = new Set(variables.map(({ name }) => name))
  const kept = deployment.secrets.filter(({ name }) => !names.has(name))
  return call(controlPlane, patchDeployment, {
    params,
    body: {
      source_revision_config: {
        source_tarball_path: place.object_path,
        ...(configPath !== undefined && { langgraph_config_path: configPath }),
      },
      ...(variables.length > 0 && {
        secrets: [...kept.map(({ name }) => ({ name, value: null })), ...variables],
      }),
    },
  })
}
