import { rasterTypes, writtenMedia } from '../../../contract/agent-server/media-part.ts'
import { messageText } from '../../../contract/agent-server/messages.ts'
import { isImageShown } from '../../../contract/embeds/answer-images.ts'
import type { Embed } from '../../../contract/embeds/embeds.ts'
import { HttpError } from '../../http/http-error.ts'
import type { ReadableMessage } from './earlier-messages.ts'
import { typeOfFile } from './file-type.ts'
import { fileHeaders } from './kept-file.ts'

/** Reads the bytes at an address, by the server's rules for what may be connected to. Rejects with a 502. */
export type ReadPicture = (address: string, signal: AbortSignal) => Promise<Uint8Array>

/**
 * A picture that a message of a conversation names by its address. Nobody can have this server fetch anything else,
 * nor anything but a picture that holds no script.
 * @param readable the messages that its visitor may read, some at a time
 */
export async function remotePicture(
  readable: AsyncIterable<readonly ReadableMessage[]>,
  address: string,
  embed: Embed,
  read: (address: string) => Promise<Uint8Array>,
): Promise<Response> {
  const isAsked = embed.proxies_images && isImageShown(address, embed)
  if (!isAsked || !(await isNamed(readable, address))) {
    throw new HttpError(404, 'There is no such picture in this conversation.')
  }
  const bytes = await read(address)
  const type = await typeOfFile(bytes, null)
  if (type === null || !rasterTypes.includes(type)) {
    throw new HttpError(502, 'What is at this address is no picture.')
  }
  return new Response(Buffer.from(bytes), { headers: fileHeaders(type, null) })
}

async function isNamed(
  readable: AsyncIterable<readonly ReadableMessage[]>,
  address: string,
): Promise<boolean> {
  for await (const messages of readable) {
    if (messages.some((message) => names(message?.content, address))) return true
  }
  return false
}

function names(content: unknown, address: string): boolean {
  // Markdown may write `&` as an entity.
  const text = messageText(content).replaceAll('&amp;', '&')
  if (text.includes(address)) return true
  return Array.isArray(content) && content.some((part) => writtenMedia(part)?.address === address)
}
