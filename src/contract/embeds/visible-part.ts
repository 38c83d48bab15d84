import * as z from 'zod/mini'
import { rasterTypes } from '../agent-server/media-part.ts'

/**
 * Stands in a visitor's messages for a picture, a recording or a file whose bytes are in the thread: they are read
 * by `readVisitorFile` when they are needed, not with each event.
 */
export const KeptFile = z.looseObject({
  type: z.literal('kept_file'),
  kind: z.enum(['image', 'audio', 'video', 'file']),
  /** Its place in the message's content. */
  part: z.number(),
  name: z.nullable(z.string()),
  mime_type: z.nullable(z.string()),
  size: z.nullable(z.number()),
})
export type KeptFile = z.infer<typeof KeptFile>

/** Stands for a part of a kind that no chat knows: its name, and nothing of what it holds. */
export const UnknownPart = z.looseObject({ type: z.literal('unknown_part'), kind: z.string() })
export type UnknownPart = z.infer<typeof UnknownPart>

/**
 * The `type` of a refusal (422) of a visitor's files. Its `ctx` says in which words: the `name` of the file (null where
 * none was told), its `place` among the files of the message (from one), and as `count` how many files or megabytes
 * are taken.
 */
export type FileRefusal = 'too_many_files' | 'file_type' | 'file_empty' | 'file_too_large'

/** Files of one message together: the whole request has to fit what servers take. */
export const maxFilesBytes = 8 * 1024 * 1024

export const isFileType = (pattern: string): boolean =>
  /^[a-z]+\/([a-z0-9][a-z0-9.+-]*|\*)$/.test(pattern)

/**
 * True for a type that an embed takes: named, or by its first half with a star. A star stands for pictures that
 * hold no script.
 */
export function isTypeTaken(mime: string, taken: readonly string[]): boolean {
  return taken.some((pattern) => {
    if (pattern === mime) return true
    if (pattern === 'image/*') return rasterTypes.includes(mime)
    return pattern.endsWith('/*') && mime.startsWith(pattern.slice(0, -1))
  })
}
