import * as z from 'zod/mini'
import { inlineBase64, writtenMedia } from '../../../contract/agent-server/media-part.ts'
import type { Embed } from '../../../contract/embeds/embeds.ts'
import {
  type FileRefusal,
  isTypeTaken,
  maxFilesBytes,
} from '../../../contract/embeds/visible-part.ts'
import { invalidField } from '../../http/http-error.ts'
import { typeOfFile } from './file-type.ts'

/** A message's content as agents get it: text, and each file as the content block of its kind. */
export type SentContent = string | Record<string, unknown>[]

type Limits = Pick<Embed, 'file_types' | 'max_files_per_message' | 'max_file_megabytes'>

const longestName = 200
const TextPart = z.object({ type: z.literal('text'), text: z.string().check(z.minLength(1)) })

/**
 * The content of a visitor's message in parts: at most one text and the files that the embed takes, each of them
 * what its bytes say. Throws 422 at the part that cannot be taken, see `fileRefusals`.
 */
export async function sentParts(
  parts: readonly unknown[],
  limits: Limits,
  place: (string | number)[],
): Promise<{ text: string; content: SentContent }> {
  const texts = parts.flatMap((part) => z.safeParse(TextPart, part).data ?? [])
  const files = [...parts.entries()].filter(([, part]) => !z.safeParse(TextPart, part).success)
  if (parts.length === 0 || texts.length > 1) throw invalidField(place, 'Send one text.')
  const { file_types, max_files_per_message: count } = limits
  if (files.length > 0 && file_types.length === 0) {
    const told = { type: 'file_type' satisfies FileRefusal, ctx: { name: null, place: 1 } }
    throw invalidField(place, 'This chat takes no files.', told)
  }
  if (files.length > count) {
    const told = { type: 'too_many_files' satisfies FileRefusal, ctx: { count } }
    throw invalidField(place, `Send at most ${count} files at once.`, told)
  }
  let total = 0
  const content: Record<string, unknown>[] = texts.map(({ text }) => ({ type: 'text', text }))
  for (const [index, [at, file]] of files.entries()) {
    const among = { place: index + 1, isAlone: files.length === 1 }
    const { part, size } = await sentFile(file, limits, [...place, at], among, total)
    total += size
    content.push(part)
  }
  return { text: texts[0]?.text ?? '', content }
}

const megabyte = 1024 * 1024

/** Others of `before` bytes go with it. */
async function sentFile(
  part: unknown,
  limits: Limits,
  at: (string | number)[],
  { place, isAlone }: { place: number; isAlone: boolean },
  before: number,
) {
  const media = writtenMedia(part)
  const { mime: told, base64 } = media?.inline
    ? inlineBase64(media.inline, media.mime)
    : { mime: null, base64: null }
  if (base64 === null) throw invalidField(at, 'Send text, or files with their bytes.')
  const bytes = Buffer.from(base64, 'base64')
  const name = nameOf(media?.name ?? null)
  const words = name === null ? (isAlone ? 'The file' : `File ${place}`) : `“${name}”`
  const refuse = (type: FileRefusal, msg: string, count?: number) =>
    invalidField(at, msg, { type, ctx: { name, place, ...(count !== undefined && { count }) } })
  if (bytes.length === 0) throw refuse('file_empty', `${words} is empty.`)
  const most = limits.max_file_megabytes
  if (bytes.length > most * megabyte) {
    throw refuse('file_too_large', `${words} is larger than ${most} MB.`, most)
  }
  const whole = maxFilesBytes / megabyte
  if (before + bytes.length > maxFilesBytes) {
    const msg = `${words} is too much: together files may have ${whole} MB.`
    throw refuse('file_too_large', msg, whole)
  }
  const type = await typeOfFile(bytes, told)
  if (type === null || !isTypeTaken(type, limits.file_types)) {
    throw refuse('file_type', `${words} is of a type that this chat does not take.`)
  }
  const data = `data:${type};base64,${bytes.toString('base64')}`
  const sent = type.startsWith('image/')
    ? { type: 'image_url', image_url: { url: data } }
    : { type: 'file', file: { filename: name ?? 'file', file_data: data } }
  return { part: sent, size: bytes.length }
}

/** A name without folders and control characters, for people and for whoever stores it. */
function nameOf(told: string | null): string | null {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
  const name = (told ?? '').replace(/^.*[/\\]/, '').replace(/[\0-\x1f\x7f]/g, '')
  return name.trim().slice(0, longestName) || null
}
