// @ts-check
import { createHash } from 'node:crypto'
import { accessSync, constants, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { SetupError } from './checkout.mjs'
import { runCommand } from './run-command.mjs'

const TIME_LIMIT_MS = 10 * 60_000
/** The beginning says what is wrong; npm goes on with pages of help. */
const LINES_SHOWN = 12

/** @param {string} path */
function isWritable(path) {
  try {
    accessSync(path, constants.W_OK)
    return true
  } catch {
    return false
  }
}

/** @param {string} root */
function stampOf(root) {
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
  return `${lock} ${process.version} ${process.platform}-${process.arch}\n`
}

/** @param {string} path @returns {string | undefined} */
function readIfThere(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined
}

/**
 * Whether what npm recorded as installed is what the lock file asks for on this platform. npm writes its
 * record last, so a half-finished installation has none.
 * @param {{ packages: Record<string, import('./lock-file.mjs').LockEntry & { devOptional?: boolean }> }} lock
 * @param {{ packages: Record<string, import('./lock-file.mjs').LockEntry> }} installed
 * @param {string} platform a value of `process.platform`
 */
export function installationMatches(lock, installed, platform) {
  const isRight = Object.entries(installed.packages).every(
    ([place, { version, os }]) =>
      place in lock.packages &&
      lock.packages[place]?.version === version &&
      (!os || os.includes(platform)),
  )
  const isWhole = Object.entries(lock.packages).every(
    ([place, entry]) =>
      place === '' || entry.optional || entry.devOptional || place in installed.packages,
  )
  return isRight && isWhole
}

/** @param {string} root */
function isInstalledByNpm(root) {
  const installed = readIfThere(join(root, 'node_modules/.package-lock.json'))
  if (!installed) return false
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  return installationMatches(lock, JSON.parse(installed), process.platform)
}

/** How to call npm: the one that called us, else the one that came with this Node, else the one on PATH. */
export function npmCommand() {
  const node = dirname(process.execPath)
  const scripts = [
    process.env.npm_execpath,
    join(node, '../lib/node_modules/npm/bin/npm-cli.js'),
    join(node, 'node_modules/npm/bin/npm-cli.js'),
  ]
  const script = scripts.find((path) => path && basename(path) === 'npm-cli.js' && existsSync(path))
  return script ? [process.execPath, script] : [process.platform === 'win32' ? 'npm.cmd' : 'npm']
}

/**
 * Installs the packages of the lock file unless they are there already. Runs before anything is installed,
 * hence on Node's own modules only; throws a SetupError that says what to do.
 * @param {string} root the checkout
 */
export async function ensureInstalled(root) {
  const stampFile = join(root, 'node_modules/.quarterdeck-install')
  const stamp = stampOf(root)
  if (readIfThere(stampFile) === stamp) return
  if (!isInstalledByNpm(root)) await install(root)
  if (isWritable(dirname(stampFile))) writeFileSync(stampFile, stamp)
}

/** @param {string} root */
async function install(root) {
  if (!isWritable(root)) {
    throw new SetupError(
      `The packages are not installed yet and ${root} is not writable for this user. Run this once as the folder's owner.`,
    )
  }
  console.error('Installing packages. This takes about half a minute the first time.')
  // No install scripts: no package here needs one, and none may build or download anything.
  const flags = [
    'ci',
    '--ignore-scripts',
    '--include=dev',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ]
  const cache = isWritable(homedir()) ? [] : ['--cache', join(root, '.cache/npm')]
  const [program = 'npm', ...script] = npmCommand()
  const ended = await runCommand(program, [...script, ...flags, ...cache], {
    cwd: root,
    timeLimitMs: TIME_LIMIT_MS,
    output: 'keep',
  })
  if (ended.code !== 0) {
    const said = ended.output.trim().split('\n').slice(0, LINES_SHOWN).join('\n')
    throw new SetupError(`${said}\n\nInstalling the packages failed: npm ci ${ended.how}.`)
  }
}
