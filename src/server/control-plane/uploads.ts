import type { Hono } from 'hono'
import { HttpError } from '../http/http-error.ts'

/** Where the published command line asks for a place to upload to, before anything else is sent. */
const places = ['push-token', 'upload-url']

/** Says why there is no place for uploads of sources or images, and what to do instead: 404. */
export function mountUploads(app: Hono): void {
  for (const place of places) {
    app.post(`/v2/deployments/:deployment_id/${place}`, () => {
      throw new HttpError(
        404,
        'This server takes no uploads of sources or images. It builds from a git repository: push the project to one, and deploy it with the source github; any address that git clones will do.',
      )
    })
  }
}
