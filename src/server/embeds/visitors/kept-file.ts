import {
  inlineBase64,
  rasterTypes,
  writtenMedia,
} from '../../../contract/agent-server/media-part.ts'
import { messagesOf } from '../../../contract/agent-server/messages.ts'
import type { Embed } from '../../../contract/embeds/embeds.ts'
import { HttpError } from '../../http/http-error.ts'
import { typeOfFile } from './file-type.ts'
import { visibleMessage } from './visible-messages.ts'

/** Types that a page can show without running anything; everything else is handed out to be saved. */
const isShown = (type: string) => rasterTypes.includes(type) || /^(audio|video)\//.test(type)

/** The bytes of a file in a message that its visitor may read; throws 404 where there is none. */
export async function keptFile(
  values: unknown,
  { message_id, part }: { message_id: string; part: number },
  embed: Pick<Embed, 'shows_tool_details'>,
): Promise<Response> {
  const message = messagesOf(values).find(({ id }) => id === message_id)
  const visible = message && visibleMessage(message, embed)
  const isHeld = Array.isArray(visible?.content) && Array.isArray(message?.content)
  const media = isHeld ? writtenMedia((message.content as unknown[])[part]) : null
  const { mime, base64 } = media?.inline
    ? inlineBase64(media.inline, media.mime)
    : { mime: null, base64: null }
  if (base64 === null)
    throw new HttpError(404, 'The conversation does not hold this file any more.')
  const bytes = Buffer.from(base64, 'base64')
  const type = (await typeOfFile(bytes, mime)) ?? 'application/octet-stream'
  return new Response(bytes, { headers: fileHeaders(type, media?.name ?? null) })
}

/** Headers for bytes of somebody: whatever they are, a browser runs none of them. */
export function fileHeaders(type: string, name: string | null): Record<string, string> {
  const saved = `attachment; filename*=UTF-8''${encodeURIComponent(name ?? 'file')}`
  return {
    'content-type': isShown(type) ? type : 'application/octet-stream',
    'content-disposition': isShown(type) ? 'inline' : saved,
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
  }
}
