// @ts-check
// Old Node versions read this file before anything else: no newer syntax here, no imports.

const OLDEST_MAJOR = 20
const OLDEST_MINOR = 19

/** Whether a version like `v18.20.1` is older than what Quarterdeck runs on. @param {string} version */
export function isTooOld(version) {
  const [major = 0, minor = 0] = version.replace(/^v/, '').split('.').map(Number)
  return major < OLDEST_MAJOR || (major === OLDEST_MAJOR && minor < OLDEST_MINOR)
}

/** Ends the process with one clear line when this Node is too old. */
export function refuseOldNode() {
  if (!isTooOld(process.version)) return
  const oldest = `${OLDEST_MAJOR}.${OLDEST_MINOR}`
  console.error(
    `Quarterdeck needs Node.js ${oldest} or newer; this is ${process.version}. Install a newer one from https://nodejs.org and try again.`,
  )
  process.exit(1)
}
