// @ts-check
import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { sourcesHash } from './sources-hash.mjs'
import { viteBuild } from './vite-build.mjs'

const SOURCES = ['src/server', 'src/client', 'src/contract', 'package-lock.json']
const CONFIG = 'src/server/vite.server.config.ts'
/** A server that runs starts programs of its own build: while it does, its checkout may be worked in. */
const KEPT_BUILDS = 20

/**
 * The folder with the server as few files of JavaScript, which load in a seventh of the time; built unless it was
 * built from the same sources before.
 * @param {string} root the checkout @returns {Promise<string>} absolute @throws {SetupError}
 */
export async function ensureServerBuilt(root) {
  const builds = join(root, 'dist/server')
  const built = join(builds, sourcesHash(root, SOURCES).slice(0, 16))
  if (existsSync(built)) return built
  console.error('Building the server.')
  mkdirSync(builds, { recursive: true })
  const fresh = `${built}.new-${randomUUID()}`
  try {
    await viteBuild(root, fresh, ['--config', CONFIG], 'the server')
    putInPlace(fresh, built)
  } finally {
    rmSync(fresh, { recursive: true, force: true })
  }
  removeOld(builds)
  return built
}

/** Another start that builds at the same time may be first: then its build is as good. @param {string} fresh @param {string} built */
function putInPlace(fresh, built) {
  try {
    renameSync(fresh, built)
  } catch (error) {
    if (!existsSync(built)) throw error
  }
}

/** @param {string} builds */
function removeOld(builds) {
  const byAge = readdirSync(builds)
    .filter((name) => !name.includes('.new-'))
    .map((name) => ({ folder: join(builds, name), madeAt: statSync(join(builds, name)).mtimeMs }))
    .sort((one, other) => other.madeAt - one.madeAt)
  for (const { folder } of byAge.slice(KEPT_BUILDS)) {
    rmSync(folder, { recursive: true, force: true })
  }
}
