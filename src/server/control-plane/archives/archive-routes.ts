import type { Hono } from 'hono'
import {
  requestSourceUpload,
  uploadSource,
} from '../../../contract/control-plane/source-archives.ts'
import { HttpError } from '../../http/http-error.ts'
import { readInput } from '../../http/read-input.ts'
import { route, unreadRoute } from '../../http/route.ts'
import type { SourceArchives } from './source-archives.ts'

/** Where sources are uploaded, as the published command line does it. */
export function mountSourceArchives(routes: Hono, archives: SourceArchives): void {
  route(routes, requestSourceUpload, ({ params }) => archives.open(params.deployment_id))
  unreadRoute(routes, uploadSource, async (context) => {
    const { req } = context
    const id = req.param('upload_id') ?? ''
    const { faults } = readInput(uploadSource.params, { upload_id: id }, 'path')
    if (faults.length > 0) throw new HttpError(422, faults)
    const announced = req.header('content-length')
    const body: AsyncIterable<Uint8Array> = req.raw.body ?? noBody()
    const sent = { body, announcedBytes: announced === undefined ? null : Number(announced) }
    return context.json(await archives.receive(id, req.query('token') ?? null, sent))
  })
  routes.post('/v2/deployments/:deployment_id/push-token', () => {
    throw new HttpError(
      404,
      'This server takes no images from a registry push. Deploy with “--remote”, which uploads the source, or from a git repository.',
    )
  })
}

async function* noBody(): AsyncGenerator<Uint8Array> {
  // Nothing was sent.
}
