import { HttpError } from '../../http/http-error.ts'

/** 404 in the published words. */
export function unknownRevision(id: string): HttpError {
  return new HttpError(404, `Revision ID ${id} not found.`)
}
