import { type Attachment, readAttachments } from '../../../chat/composer/attachments.ts'
import { isTypeTaken, maxFilesBytes } from '../../../contract/embeds/visible-part.ts'
import type { EmbedConfig } from '../../../contract/embeds/visitors.ts'
import type { Texts } from '../texts/en.ts'
import { filled } from '../texts/texts.ts'

export type FileLimits = Pick<
  EmbedConfig,
  'file_types' | 'max_files_per_message' | 'max_file_megabytes'
>

type Size = Pick<Attachment, 'name' | 'mime' | 'size'>

/** Why a file cannot go along with those that are there already; null when it can. Its type is as it says. */
function whyNot(
  file: Size,
  others: readonly Size[],
  limits: FileLimits,
  texts: Texts,
): string | null {
  const { name, mime, size } = file
  const { max_files_per_message: most, max_file_megabytes: megabytes } = limits
  if (others.length >= most) return filled(texts, 'tooManyFiles', { count: most })
  // Some systems know no type; then the server looks at the bytes, as it does in any case.
  if (mime !== '' && !isTypeTaken(mime, limits.file_types)) {
    return filled(texts, 'fileType', { name })
  }
  if (size === 0) return filled(texts, 'fileEmpty', { name })
  if (size > megabytes * 1024 * 1024)
    return filled(texts, 'fileTooLarge', { name, count: megabytes })
  const total = others.reduce((sum, other) => sum + other.size, size)
  const whole = maxFilesBytes / 1024 / 1024
  return total > maxFilesBytes ? filled(texts, 'fileTooLarge', { name, count: whole }) : null
}

/** Reads the files that can go along; the others are told, each with its reason. */
export async function chosenFiles(
  files: readonly File[],
  already: readonly Attachment[],
  limits: FileLimits,
  texts: Texts,
): Promise<{ added: readonly Attachment[]; problems: readonly string[] }> {
  const taken: File[] = []
  const problems: string[] = []
  for (const file of files) {
    const { name, type: mime, size } = file
    const others = [...already, ...taken.map(sizeOf)]
    const problem = whyNot({ name, mime, size }, others, limits, texts)
    if (problem === null) taken.push(file)
    else problems.push(problem)
  }
  // One that was moved, or is not to be read, since it was chosen keeps no other from going along.
  const read = await Promise.allSettled(
    taken.map((file, at) => readAttachments([file], already, already.length + at)),
  )
  if (read.some(({ status }) => status === 'rejected')) problems.push(texts.fileUnreadable)
  return {
    added: read.flatMap((one) => (one.status === 'fulfilled' ? one.value : [])),
    problems: [...new Set(problems)],
  }
}

const sizeOf = ({ name, type, size }: File): Size => ({ name, mime: type, size })
