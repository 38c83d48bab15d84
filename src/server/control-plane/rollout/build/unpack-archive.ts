import { once } from 'node:events'
import { readdir, rename, rmdir } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { type ReadEntry, Unpack } from 'tar'
import { RolloutFailure } from '../../rollout-failure.ts'
import { exists } from '../exists.ts'

/** What an archive may come to, so that a small one cannot fill the disk. */
export interface UnpackLimits {
  bytes: number
  entries: number
}
const defaultLimits: UnpackLimits = { bytes: 2 * 1024 ** 3, entries: 200_000 }

/** So many names are told of what was left out. */
const toldNames = 5

interface Unpacked {
  files: number
  /** What was left out of it, in sentences. */
  left: string[]
}

/**
 * Unpacks a gzipped tar archive into an empty folder: files and folders below it, as their reader may have them, nothing
 * else; links, devices and what lies outside are left out and told. Where the project's langgraph.json lies in the
 * archive's only folder, that folder is left out. Throws a RolloutFailure (CREATE_FAILED) for a damaged archive and one
 * that is over the limits.
 */
export async function unpackArchive(
  archive: AsyncIterable<Uint8Array>,
  folder: string,
  configPath: string,
  signal: AbortSignal,
  limits: UnpackLimits = defaultLimits,
): Promise<Unpacked> {
  const taken = { files: 0, entries: 0 }
  const leftOut: string[] = []
  let problem: Error | null = null
  const unpack = new Unpack({
    cwd: folder,
    // What the archive says of owners and times is nobody's here.
    preserveOwner: false,
    noMtime: true,
    filter: (name, found) => {
      const entry = found as ReadEntry
      taken.entries += 1
      if (taken.entries > limits.entries) problem ??= tooMany(limits)
      if (problem) return false
      const isTaken = prepare(entry)
      if (!isTaken) leftOut.push(name)
      else if (entry.type !== 'Directory') taken.files += 1
      return isTaken
    },
    onwarn: (code, message) => {
      // Its first bytes are no header, its end is missing, or a file could not be written.
      if (/^TAR_(BAD_ARCHIVE|ENTRY_INVALID|ENTRY_ERROR)$/.test(code)) problem ??= damaged(message)
    },
  })
  const closed = once(unpack, 'close')
  let bytes = 0
  const write = async (chunk: Buffer) => {
    // What was packed twice would be unpacked uncounted.
    if (bytes === 0 && isPacked(chunk)) problem ??= damaged('it is packed twice')
    bytes += chunk.byteLength
    if (bytes > limits.bytes) problem ??= tooBig(limits)
    if (problem) throw problem
    if (!unpack.write(chunk)) await once(unpack, 'drain')
  }
  const unzip = async (unzipped: AsyncIterable<Buffer>) => {
    for await (const chunk of unzipped) await write(chunk)
    unpack.end()
    await closed
  }
  await pipeline(Readable.from(archive), createGunzip(), unzip, { signal }).catch((error) => {
    // Whatever ends a stream ends the others with words of its own.
    throw problem ?? (isDamage(error) ? damaged((error as Error).message) : error)
  })
  if (problem) throw problem
  if (taken.files === 0) throw damaged('it holds no files')
  await liftOnlyFolder(folder, configPath)
  return { files: taken.files, left: toldOf(leftOut) }
}

/** Whether an entry is a file or a folder, which everybody here may read. */
function prepare(entry: ReadEntry): boolean {
  const isFolder = entry.type === 'Directory' || entry.type === 'GNUDumpDir'
  const isFile = ['File', 'OldFile', 'ContiguousFile'].includes(entry.type)
  if (!isFile && !isFolder) return false
  const isOutside = entry.path.startsWith('/') || entry.path.split(/[\\/]/).includes('..')
  if (isOutside) return false
  const isProgram = ((entry.mode ?? 0) & 0o111) !== 0
  entry.mode = isFolder || isProgram ? 0o755 : 0o644
  return true
}

/** Archives of hosting services hold one folder that is named after the repository. */
async function liftOnlyFolder(folder: string, configPath: string): Promise<void> {
  if (await exists(path.join(folder, configPath))) return
  const [only, ...others] = await readdir(folder)
  if (!only || others.length > 0 || !(await exists(path.join(folder, only, configPath)))) return
  // Its content may hold the same name.
  const lifted = path.join(folder, `.${only}.lifted`)
  await rename(path.join(folder, only), lifted)
  for (const name of await readdir(lifted)) {
    await rename(path.join(lifted, name), path.join(folder, name))
  }
  await rmdir(lifted)
}

function toldOf(names: readonly string[]): string[] {
  if (names.length === 0) return []
  const told = names.slice(0, toldNames).join(', ')
  const more = names.length > toldNames ? ` and ${names.length - toldNames} more` : ''
  return [
    `Left out, since links and what lies outside of the archive are not taken: ${told}${more}.`,
  ]
}

/** By the first bytes of gzip and zstd. */
function isPacked(chunk: Buffer): boolean {
  return ['1f8b', '28b5'].includes(chunk.subarray(0, 2).toString('hex'))
}

/** Of the archive itself, by its zip or its headers. */
function isDamage(error: unknown): boolean {
  return /^(Z|TAR)_/.test((error as NodeJS.ErrnoException).code ?? '')
}

function damaged(reason: string): RolloutFailure {
  return new RolloutFailure(
    'CREATE_FAILED',
    `The archive cannot be unpacked (${reason}). Pack the folder as .tar.gz and upload it again.`,
  )
}

const tooBig = ({ bytes }: UnpackLimits) =>
  new RolloutFailure(
    'CREATE_FAILED',
    `The archive unpacks to more than ${bytes / 1024 / 1024} MB. Leave out what the project does not need to be built.`,
  )

const tooMany = ({ entries }: UnpackLimits) =>
  new RolloutFailure(
    'CREATE_FAILED',
    `The archive holds more than ${entries} files. Leave out what the project does not need to be built.`,
  )
