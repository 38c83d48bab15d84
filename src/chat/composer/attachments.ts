import type { ContentPart } from '../session/session-types.ts'

/** A file that goes along with the next message. */
export interface Attachment {
  readonly key: string
  readonly name: string
  readonly mime: string
  readonly size: number
  readonly part: ContentPart
}

/** All of them are one request's body, and each checkpoint keeps them. */
const mostBytes = 8 * 1024 * 1024

/** Reads files as content parts: pictures as `image_url`, others as `file`. @throws Error with a sentence */
export async function readAttachments(
  files: readonly File[],
  already: readonly Attachment[],
): Promise<readonly Attachment[]> {
  const total = [...already, ...files].reduce((sum, file) => sum + file.size, 0)
  if (total > mostBytes) {
    throw new Error('Together the files are larger than 8 MB; a message can hold no more.')
  }
  return Promise.all(
    files.map(async (file, index) => {
      const mime = file.type || 'application/octet-stream'
      const data = await dataAddress(file, mime)
      const isImage = mime.startsWith('image/')
      const part: ContentPart = isImage
        ? { type: 'image_url', image_url: { url: data } }
        : { type: 'file', file: { filename: file.name, file_data: data } }
      const key = `${file.name}-${file.size}-${already.length + index}`
      return { key, name: file.name, mime, size: file.size, part }
    }),
  )
}

/** A message's content with what goes along. */
export function contentWith(
  text: string,
  attachments: readonly Attachment[],
): readonly ContentPart[] {
  const parts = attachments.map(({ part }) => part)
  return text === '' ? parts : [{ type: 'text', text }, ...parts]
}

async function dataAddress(file: File, mime: string): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  let binary = ''
  // In pieces: a call takes only so many arguments.
  for (let from = 0; from < bytes.length; from += 32_768) {
    binary += String.fromCharCode(...bytes.subarray(from, from + 32_768))
  }
  return `data:${mime};base64,${btoa(binary)}`
}
