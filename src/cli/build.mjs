// @ts-check
import { createHash } from 'node:crypto'
import {
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { SetupError } from './checkout.mjs'
import { compressBuilt } from './compress-built.mjs'
import { packWidget } from './pack-widget.mjs'
import { runCommand } from './run-command.mjs'
import { billOfMaterials } from './third-party/bill-of-materials.mjs'
import { thirdPartyNotices } from './third-party/notices.mjs'

const SOURCES = [
  'index.html',
  'src/console',
  'src/chat',
  'src/client',
  'src/contract',
  'src/ui',
  'src/widget',
  'src/cli/third-party',
  'docs',
  'public',
  'vite.config.ts',
  'package-lock.json',
]
/** One after the other into one folder: the widget's script names the panel's file. */
const BUILDS = [
  ['--emptyOutDir'],
  ['--config', 'src/widget/vite.panel.config.ts'],
  ['--config', 'src/widget/vite.loader.config.ts'],
]
const PACKAGE_BUILD = ['--config', 'src/widget/vite.package.config.ts']
const TIME_LIMIT_MS = 3 * 60_000

/** Every file below a path, sorted, tests left out. @param {string} path @returns {string[]} */
function filesBelow(path) {
  if (!existsSync(path)) return []
  if (statSync(path).isFile()) return /\.test\.tsx?$/.test(path) ? [] : [path]
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesBelow(join(path, name)))
}

/**
 * One hash over all that the console is built from, names and contents.
 * @param {string} root
 */
export function sourceHash(root) {
  const hash = createHash('sha256')
  for (const path of SOURCES.flatMap((source) => filesBelow(join(root, source)))) {
    hash.update(path.slice(root.length)).update('\0').update(readFileSync(path)).update('\0')
  }
  return hash.digest('hex')
}

/**
 * Builds the console and the widget into `dist/console` unless it was built from the same sources before. The old build
 * is replaced in one step, so a server that is running never serves half of one.
 * @param {string} root the checkout @throws {SetupError}
 */
export async function ensureBuilt(root) {
  const built = join(root, 'dist/console')
  const stampFile = join(root, 'dist/console.stamp')
  const stamp = sourceHash(root)
  if (
    existsSync(join(built, 'index.html')) &&
    existsSync(stampFile) &&
    readFileSync(stampFile, 'utf8') === stamp
  ) {
    return
  }
  console.error('Building the console.')
  const fresh = join(root, `dist/console-${process.pid}`)
  try {
    for (const build of BUILDS) await viteBuild(root, fresh, build)
    const modules = join(fresh, 'package')
    await viteBuild(root, modules, PACKAGE_BUILD)
    await packWidget(root, modules, fresh)
    await compressBuilt(join(fresh, 'assets'))
    writeThirdParty(root, fresh)
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true })
    throw error
  }
  putInPlace(fresh, built)
  writeFileSync(stampFile, stamp)
}

/** What ships with this, for people and for programs. @param {string} root @param {string} folder */
function writeThirdParty(root, folder) {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  writeFileSync(join(folder, 'third-party-notices.txt'), thirdPartyNotices(root, lock))
  const bill = JSON.stringify(billOfMaterials(lock), null, 2)
  writeFileSync(join(folder, 'sbom.cdx.json'), `${bill}\n`)
}

/** @param {string} root @param {string} outDir @param {string[]} options @throws {SetupError} */
async function viteBuild(root, outDir, options) {
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  const ended = await runCommand(
    process.execPath,
    [vite, 'build', '--outDir', outDir, ...options],
    // Whoever starts it, a test for instance, what is built is what people use.
    { cwd: root, timeLimitMs: TIME_LIMIT_MS, output: 'keep', env: { NODE_ENV: 'production' } },
  )
  if (ended.code !== 0) {
    throw new SetupError(`${ended.output.trim()}\nBuilding the console failed: vite ${ended.how}.`)
  }
}

/** Another start that builds at the same time may be first: then its build is as good. @param {string} fresh @param {string} built */
function putInPlace(fresh, built) {
  rmSync(built, { recursive: true, force: true })
  try {
    renameSync(fresh, built)
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true })
    if (!existsSync(join(built, 'index.html'))) throw error
  }
}
