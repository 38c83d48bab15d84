// @ts-check
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { SetupError } from '../checkout.mjs'
import { npmCommand } from '../install.mjs'
import { runCommand } from '../run-command.mjs'

const TIME_LIMIT_MS = 60_000
const NAME = 'quarterdeck-chat'

/** One file that names its types is enough: what it imports comes along. */
const DECLARATIONS = [
  '--ignoreConfig --declaration --emitDeclarationOnly --strict --skipLibCheck --jsx react-jsx',
  '--target es2022 --module esnext --moduleResolution bundler --allowImportingTsExtensions',
  '--types react src/widget/package/react.tsx',
].flatMap((flags) => flags.split(' '))

/** @param {string} version */
const manifest = (version) => ({
  name: NAME,
  version,
  description: 'The embedded chat of a Quarterdeck server',
  type: 'module',
  sideEffects: false,
  types: './index.d.ts',
  exports: {
    '.': { types: './index.d.ts', default: './index.js' },
    './react': { types: './react.d.ts', default: './react.js' },
  },
  peerDependencies: { react: '>=17' },
  peerDependenciesMeta: { react: { optional: true } },
})

/**
 * Adds the types to the modules that were built into `folder`, and packs them as npm installs them: the
 * server hands the file out, so a host needs no registry.
 * @param {string} root the checkout @param {string} folder is removed @param {string} target where the file goes
 * @throws {SetupError}
 */
export async function packWidget(root, folder, target) {
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  await succeed(root, 'tsc', [process.execPath, tsc, ...DECLARATIONS, '--outDir', folder])
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest(version), null, 2))
  const flags = ['--ignore-scripts', '--offline', '--loglevel=error', '--no-update-notifier']
  const cache = ['--cache', `${folder}.npm`]
  const pack = ['pack', folder, '--pack-destination', folder, ...flags, ...cache]
  await succeed(root, 'npm pack', [...npmCommand(), ...pack])
  renameSync(join(folder, `${NAME}-${version}.tgz`), join(target, `${NAME}.tgz`))
  for (const done of [folder, `${folder}.npm`]) rmSync(done, { recursive: true, force: true })
}

/** @param {string} root @param {string} name @param {string[]} command */
async function succeed(root, name, [program = '', ...args]) {
  const options = /** @type {const} */ ({ cwd: root, timeLimitMs: TIME_LIMIT_MS, output: 'keep' })
  const ended = await runCommand(program, args, options)
  if (ended.code === 0) return
  throw new SetupError(
    `${ended.output.trim()}\nPacking the widget for npm failed: ${name} ${ended.how}.`,
  )
}
