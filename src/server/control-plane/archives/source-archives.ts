import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { SourceArchive } from '../../../contract/control-plane/revisions.ts'
import {
  maxArchiveBytes,
  type UploadPlace,
} from '../../../contract/control-plane/source-archives.ts'
import type { Database, Queryable } from '../../db/database.ts'
import { HttpError, invalidField } from '../../http/http-error.ts'
import { isSameSecret } from '../../same-secret.ts'
import { tokenHash } from '../../secrets/token-hash.ts'
import {
  type ArchiveRow,
  addArchivePart,
  beginArchive,
  dropArchiveParts,
  findArchive,
  finishArchive,
  insertArchive,
} from './archive-store.ts'

/** How long a place waits for its archive. */
const hour = 60 * 60_000
/** So many bytes are kept in a row. */
const partBytes = 1024 * 1024

/** Archives of sources as they are uploaded. */
export interface SourceArchives {
  /** A place for an archive of a deployment's source. Throws 400 where the deployment is of another source. */
  open(deploymentId: string): Promise<UploadPlace>
  /**
   * Takes the archive that a place is for. `token` is the one of its address; null for whoever has the key. Rejects as
   * `uploadSource` says; what came of an archive that breaks off is forgotten.
   */
  receive(
    id: string,
    token: string | null,
    sent: { body: AsyncIterable<Uint8Array>; announcedBytes: number | null },
  ): Promise<{ sha256: string; bytes: number }>
}

export function createSourceArchives(deps: {
  database: Database
  /** {base_url} as others reach it, without a slash at its end. */
  baseUrl: string
  /** The deployment, kept as it is until the transaction ends. Throws where it cannot be changed. */
  lock: (tx: Queryable, deploymentId: string) => Promise<{ name: string; source: string }>
  now: () => Date
}): SourceArchives {
  const { database, baseUrl, lock, now } = deps

  /** In parts, each with the sender's right to it. Answers how much came, and its hash. */
  const keepParts = async (id: string, sender: string, body: AsyncIterable<Uint8Array>) => {
    const hash = createHash('sha256')
    let bytes = 0
    let number = 0
    for await (const data of inParts(body)) {
      if (number === 0 && (data[0] !== 0x1f || data[1] !== 0x8b)) throw noArchive()
      bytes += data.byteLength
      if (bytes > maxArchiveBytes) throw tooLarge()
      hash.update(data)
      if (!(await addArchivePart(database, { id, sender, number, data }))) throw overtaken()
      number += 1
    }
    if (bytes === 0) throw noArchive()
    return { sha256: hash.digest('hex'), bytes }
  }

  return {
    async open(deploymentId) {
      const id = randomUUID()
      const token = randomBytes(32).toString('base64url')
      const expires_at = new Date(now().getTime() + hour)
      await database.transaction(async (tx) => {
        const deployment = await lock(tx, deploymentId)
        if (deployment.source !== 'internal_source') {
          throw new HttpError(
            400,
            `An upload URL is only available for 'internal_source' source deployments, and “${deployment.name}” is made from ${deployment.source}. Create another deployment for an upload.`,
          )
        }
        const place = { id, deployment_id: deploymentId, token_hash: tokenHash(token), expires_at }
        await insertArchive(tx, place)
      })
      return {
        upload_url: `${baseUrl}/v2/source-archives/${id}?token=${token}`,
        object_path: objectPathOf(id),
        upload_id: id,
        expires_at: expires_at.toISOString(),
        max_bytes: maxArchiveBytes,
      }
    },

    async receive(id, token, { body, announcedBytes }) {
      const place = await findArchive(database, id)
      if (!place) throw new HttpError(404, 'There is no such place for an archive, or no more.')
      if (token !== null && !isSameSecret(tokenHash(token), place.token_hash)) {
        throw new HttpError(403, 'The token of this address is not the right one.')
      }
      if (place.expires_at <= now()) {
        throw new HttpError(403, 'The time of this address is over. Ask for another one.')
      }
      if ((announcedBytes ?? 0) > maxArchiveBytes) throw tooLarge()
      const sender = randomUUID()
      if (!(await database.transaction((tx) => beginArchive(tx, id, sender)))) throw taken()
      try {
        const whole = await keepParts(id, sender, body)
        if (!(await finishArchive(database, { id, sender, ...whole }))) throw overtaken()
        return whole
      } catch (error) {
        await dropArchiveParts(database, id, sender)
        throw error
      }
    },
  }
}

/**
 * What a revision is told about the archive of that `source_tarball_path`. Throws 422 where it is none of this
 * deployment, or did not come.
 */
export async function uploadedArchive(
  tx: Queryable,
  deploymentId: string,
  objectPath: string,
): Promise<SourceArchive> {
  const id = /^source-archives\/([0-9a-f-]{36})\.tar\.gz$/.exec(objectPath)?.[1]
  const archive = id && (await findArchive(tx, id))
  const refuse = (problem: string) =>
    invalidField(['body', 'source_revision_config', 'source_tarball_path'], problem)
  if (!archive || archive.deployment_id !== deploymentId) {
    throw refuse(
      'There is no such archive of this deployment. Ask for an upload URL and upload it.',
    )
  }
  if (!isWhole(archive)) {
    throw refuse('Nothing has been uploaded there yet. Send the archive to its upload URL first.')
  }
  return { id: archive.id, sha256: archive.sha256, bytes: archive.bytes }
}

function isWhole(row: ArchiveRow): row is ArchiveRow & { sha256: string; bytes: number } {
  return row.sha256 !== null
}

function objectPathOf(id: string): string {
  return `source-archives/${id}.tar.gz`
}

async function* inParts(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let held: Uint8Array[] = []
  let length = 0
  for await (const chunk of body) {
    held.push(chunk)
    length += chunk.byteLength
    if (length < partBytes) continue
    yield Buffer.concat(held)
    held = []
    length = 0
  }
  if (length > 0) yield Buffer.concat(held)
}

const noArchive = () =>
  new HttpError(422, 'This is no .tar.gz archive. Pack the folder of the project as one.')
const taken = () =>
  new HttpError(409, 'There is an archive at this place already. Ask for another one.')
const overtaken = () =>
  new HttpError(
    409,
    'Another upload to this place has begun meanwhile. Send it again unless that one ends.',
  )
const tooLarge = () =>
  new HttpError(
    413,
    `The archive is larger than ${maxArchiveBytes / 1024 / 1024} MB. Leave out what the project does not need to be built.`,
  )
