// @ts-check
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { shippedPackages, withoutRepeats } from './shipped-packages.mjs'

const LEGAL_FILE = /^(licen[cs]e|copying|copyright|notice|ofl)\b/i
const RULE = '='.repeat(80)

/**
 * The notices of all packages that ship: of each its name, version and licence, and the texts of its own folder. Of
 * those for other systems, which are not installed here, only what the lock file says.
 * @param {string} root the checkout
 * @param {Parameters<typeof shippedPackages>[0]} lock
 */
export function thirdPartyNotices(root, lock) {
  const parts = withoutRepeats(shippedPackages(lock)).map(({ place, name, version, entry }) => {
    const folder = join(root, place)
    const licence = entry.license ?? 'its licence is in its files'
    const texts = legalTexts(folder)
    const said = texts.length > 0 ? texts.join('\n\n') : missing(folder)
    return `${RULE}\n${name} ${version}\n${licence}\n${RULE}\n\n${said}`
  })
  return `Quarterdeck is made with the work of others. These are the packages that it ships with, and their notices.\n\n${parts.join('\n\n\n')}\n`
}

/** @param {string} folder @returns {string[]} */
function legalTexts(folder) {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true })
    .filter(
      (file) => file.isFile() && LEGAL_FILE.test(file.name) && !/\.[cm]?[jt]sx?$/.test(file.name),
    )
    .map((file) => file.name)
    .sort()
    .map((name) => readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n').trim())
}

/** @param {string} folder */
function missing(folder) {
  return existsSync(folder)
    ? 'The package has no file with the text of its licence.'
    : 'The package is for another system than the one that this was built on.'
}
