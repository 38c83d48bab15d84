// @ts-check
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { compressBuilt } from './compress-built.mjs'
import { packWidget } from './pack-widget.mjs'
import { putInPlace } from './put-in-place.mjs'
import { sourcesHash } from './sources-hash.mjs'
import { billOfMaterials } from './third-party/bill-of-materials.mjs'
import { thirdPartyNotices } from './third-party/notices.mjs'
import { viteBuild } from './vite-build.mjs'

const SOURCES = [
  'index.html',
  'src/console',
  'src/chat',
  'src/client',
  'src/contract',
  'src/ui',
  'src/widget',
  'src/cli/building/third-party',
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
  ['--config', 'src/chat/components/frame/vite.frame.config.ts'],
]
const PACKAGE_BUILD = ['--config', 'src/widget/vite.package.config.ts']

/**
 * Builds the console and the widget into `dist/console` unless it was built from the same sources before. The old build
 * is replaced as a whole, so a server that is running never serves half of one.
 * @param {string} root the checkout @throws {SetupError}
 */
export async function ensureConsoleBuilt(root) {
  const built = join(root, 'dist/console')
  const stampFile = join(root, 'dist/console.stamp')
  const stamp = sourcesHash(root, SOURCES)
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
    for (const build of BUILDS) await viteBuild(root, fresh, build, 'the console')
    const modules = join(fresh, 'package')
    await viteBuild(root, modules, PACKAGE_BUILD, 'the console')
    await packWidget(root, modules, fresh)
    for (const folder of ['.', 'assets', 'widget/assets']) await compressBuilt(join(fresh, folder))
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
