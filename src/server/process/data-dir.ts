import { randomBytes } from 'node:crypto'
import {
  access,
  chmod,
  constants,
  mkdir,
  readFile,
  realpath,
  rename,
  writeFile,
} from 'node:fs/promises'
import path from 'node:path'
import { StartError } from '../start-error.ts'

/** Where everything is kept. Paths are absolute. */
export interface DataDir {
  readonly root: string
  readonly database: string
  readonly builds: string
  readonly packageCache: string
  readonly examplesRepository: string
  /** Links that a working folder is served with. */
  readonly working: string
}

/** Makes the data directory (mode 0700) if it is missing. Throws a StartError when it cannot be used. */
export async function openDataDir(folder: string): Promise<DataDir> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const root = await realpath(folder)
    await access(root, constants.R_OK | constants.W_OK | constants.X_OK)
    await chmod(root, 0o700)
    return {
      root,
      database: path.join(root, 'db'),
      builds: path.join(root, 'builds'),
      packageCache: path.join(root, 'package-cache'),
      examplesRepository: path.join(root, 'examples-repository'),
      working: path.join(root, 'working-folder'),
    }
  } catch (error) {
    throw new StartError(
      `The data directory ${folder} cannot be used (${reasonOf(error)}). Choose another with --data or QUARTERDECK_HOME.`,
      { cause: error },
    )
  }
}

/** A secret of the installation: read from its file (mode 0600), made on first use. */
export async function readOrMakeSecret(
  dataDir: DataDir,
  file: 'api-key' | 'secret.key' | 'webhook-secret',
  prefix = '',
  encoding: 'base64url' | 'base64' = 'base64url',
): Promise<string> {
  const name = path.join(dataDir.root, file)
  try {
    const fresh = `${prefix}${randomBytes(32).toString(encoding)}`
    await writeFile(name, `${fresh}\n`, { mode: 0o600, flag: 'wx' })
    return fresh
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') {
      throw new StartError(`${name} cannot be written (${reasonOf(error)}).`, { cause: error })
    }
  }
  const kept = await readSecret(name)
  if (kept.length < 20) {
    throw new StartError(
      `${name} is damaged: it holds no usable key. Restore it from a backup; if there is none, delete it to have a new one made.`,
    )
  }
  return kept
}

/** Puts another secret in the place of a kept one, in one step. */
export async function replaceSecret(
  dataDir: DataDir,
  file: 'api-key',
  secret: string,
): Promise<void> {
  const name = path.join(dataDir.root, file)
  try {
    await writeFile(`${name}.new`, `${secret}\n`, { mode: 0o600 })
    await rename(`${name}.new`, name)
  } catch (error) {
    throw new StartError(`${name} cannot be written (${reasonOf(error)}).`, { cause: error })
  }
}

async function readSecret(name: string): Promise<string> {
  try {
    return (await readFile(name, 'utf8')).trim()
  } catch (error) {
    throw new StartError(`${name} cannot be read (${reasonOf(error)}).`, { cause: error })
  }
}

function reasonOf(error: unknown): string {
  const failure = error as NodeJS.ErrnoException
  const known: Record<string, string> = {
    EACCES: 'permission denied',
    EPERM: 'permission denied',
    EROFS: 'the file system is read-only',
    ENOTDIR: 'a part of the path is not a folder',
    EEXIST: 'there is a file in its place',
    ENOSPC: 'the disk is full',
  }
  return known[failure.code ?? ''] ?? failure.message
}
