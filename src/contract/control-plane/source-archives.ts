import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { id } from '../query.ts'

/** So many bytes an archive of sources may have, as the published command line promises. */
export const maxArchiveBytes = 200 * 1024 * 1024

const UploadPlace = z.looseObject({
  /** Where the archive is sent with PUT, without any other credential. It is good for one archive and for an hour. */
  upload_url: z.string(),
  /** What a revision names as its `source_tarball_path` once the archive is there. */
  object_path: z.string(),
  /** Ours: the same place for whoever has the key, see `uploadSource`. */
  upload_id: z.nullish(z.string()),
  expires_at: z.nullish(z.string()),
  max_bytes: z.nullish(z.number()),
})
export type UploadPlace = z.infer<typeof UploadPlace>

/**
 * As the published command line asks: a place for the source of an `internal_source` deployment. 400 for a deployment
 * of another source, 409 while it is being deleted.
 */
export const requestSourceUpload = endpoint({
  name: 'requestSourceUpload',
  area: 'control-plane',
  method: 'POST',
  path: '/v2/deployments/{deployment_id}/upload-url',
  role: 'operator',
  isAudited: true,
  params: z.object({ deployment_id: id }),
  response: UploadPlace,
})

const ReceivedArchive = z.looseObject({ sha256: z.string(), bytes: z.number() })

/**
 * Ours: takes a gzipped tar archive, the body, whole or not at all; a broken one is sent again. Either the token of its
 * address (`?token=`) or the key lets in. 403 with another token or after its time, 404 for no such place, 409 when it
 * has an archive already, 413 over `maxArchiveBytes`, 422 for what is no such archive.
 */
export const uploadSource = endpoint({
  name: 'uploadSource',
  area: 'control-plane',
  method: 'PUT',
  path: '/v2/source-archives/{upload_id}',
  role: 'operator',
  isAudited: true,
  params: z.object({ upload_id: id }),
  query: z.strictObject({ token: z.optional(z.string()) }),
  response: ReceivedArchive,
})
