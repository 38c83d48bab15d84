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

/** Reads those of the files that go into one message with the others; the rest are named, with the reason. */
export async function attachFitting(
  files: readonly File[],
  already: readonly Attachment[],
): Promise<{ added: readonly Attachment[]; problem: string | null }> {
  let room = mostBytes - already.reduce((sum, { size }) => sum + size, 0)
  const fitting: File[] = []
  const tooLarge: string[] = []
  for (const file of files) {
    if (file.size > room) tooLarge.push(file.name)
    else {
      fitting.push(file)
      room -= file.size
    }
  }
  const read = await Promise.allSettled(
    fitting.map((file, at) => readAttachments([file], already, already.length + at)),
  )
  const unread = fitting.filter((_file, at) => read[at]?.status === 'rejected')
  const problems = [
    tooLarge.length > 0 &&
      `A message holds files of 8 MB together: ${quoted(tooLarge)} did not fit.`,
    unread.length > 0 && `${quoted(unread.map(({ name }) => name))} could not be read.`,
  ]
  return {
    added: read.flatMap((one) => (one.status === 'fulfilled' ? one.value : [])),
    problem: problems.filter(Boolean).join(' ') || null,
  }
}

const quoted = (names: readonly string[]) => names.map((name) => `“${name}”`).join(', ')

/**
 * Reads files as content parts: pictures as `image_url`, others as `file`. Rejects where one cannot be read.
 * @param first the place of the first among the files of the message
 */
export async function readAttachments(
  files: readonly File[],
  already: readonly Attachment[],
  first = already.length,
): Promise<readonly Attachment[]> {
  return Promise.all(
    files.map(async (file, index) => {
      const mime = file.type || 'application/octet-stream'
      const data = await dataAddress(file, mime)
      const isImage = mime.startsWith('image/')
      const part: ContentPart = isImage
        ? { type: 'image_url', image_url: { url: data } }
        : { type: 'file', file: { filename: file.name, file_data: data } }
      const key = `${file.name}-${file.size}-${first + index}`
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
