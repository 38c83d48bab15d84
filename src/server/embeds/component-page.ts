import path from 'node:path'
import type { Context } from 'hono'
import type { Embed } from '../../contract/embeds/embeds.ts'
import { HttpError } from '../http/http-error.ts'
import { componentFrame, framePolicy } from '../pages/component-frame.ts'
import { sendFile } from '../pages/send-file.ts'
import { framingOrigins } from './embed-page.ts'
import { readIfThere } from './read-if-there.ts'

/**
 * The page that draws a component of the agent's project, for frames on pages of the embed's origins; 404 where the
 * embed shows none. `folder` is the console's build.
 */
export async function componentPage(
  context: Context,
  embed: Embed,
  folder: string,
): Promise<Response> {
  const file = path.join(folder, componentFrame)
  const body = embed.shows_components ? await readIfThere(file) : null
  if (!body) throw new HttpError(404, 'This chat shows no components.')
  context.header('Content-Security-Policy', framePolicy(framingOrigins(embed)))
  context.header('Cross-Origin-Resource-Policy', 'cross-origin')
  context.header('Cache-Control', 'no-cache')
  const type = 'text/html; charset=utf-8'
  return sendFile(context, { type, body, readMade: () => readIfThere(`${file}.br`) })
}
