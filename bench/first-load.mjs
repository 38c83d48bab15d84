// @ts-check
/**
 * How much the first visit to the list of deployments transfers, measured by the browser itself against
 * the product as people start it. Prints a table; ends with 1 when the JavaScript is above its budget.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { chromium } from '@playwright/test'

const BUDGET_KB = 180
const commandLine = fileURLToPath(new URL('../src/cli/quarterdeck.mjs', import.meta.url))
const dataDir = mkdtempSync(join(tmpdir(), 'quarterdeck-first-load-'))
const server = spawn(
  process.execPath,
  [commandLine, 'start', '--no-auth', '--port', '0', '--data', dataDir],
  {
    stdio: ['ignore', 'pipe', 'inherit'],
  },
)
const executablePath =
  process.env.CHROME_PATH ?? (existsSync('/usr/bin/chromium') ? '/usr/bin/chromium' : undefined)
const browser = await chromium.launch({
  ...(executablePath && { executablePath }),
  args: ['--no-sandbox'],
})
try {
  const files = await firstLoad(`${await addressOf(server)}/deployments`)
  const ofKind = (/** @type {string} */ kind) => files.filter((file) => file.kind === kind)
  for (const kind of new Set(files.map((file) => file.kind))) {
    console.log(
      `${kind.padEnd(12)} ${String(ofKind(kind).length).padStart(3)} files ${kb(total(ofKind(kind)))}`,
    )
  }
  for (const { url, bytes } of ofKind('Script').sort((a, b) => b.bytes - a.bytes)) {
    console.log(`  ${kb(bytes)}  ${new URL(url).pathname}`)
  }
  const script = total(ofKind('Script'))
  const isWithin = script <= BUDGET_KB * 1000
  console.log(`JavaScript: ${kb(script)} of ${BUDGET_KB} kB${isWithin ? '' : ': above the budget'}`)
  process.exitCode = isWithin ? 0 : 1
} finally {
  await browser.close()
  server.kill('SIGTERM')
  if (server.exitCode === null) await once(server, 'exit')
  rmSync(dataDir, { recursive: true, force: true })
}

/**
 * Every file of a first visit with the bytes that came over the wire, headers included.
 * @param {string} url
 */
async function firstLoad(url) {
  const page = await browser.newPage()
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  /** @type {Map<string, { url: string, kind: string, bytes: number }>} */
  const files = new Map()
  session.on('Network.responseReceived', ({ requestId, response, type }) =>
    files.set(requestId, { url: response.url, kind: type, bytes: 0 }),
  )
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const file = files.get(requestId)
    if (file) file.bytes = encodedDataLength
  })
  await page.goto(url)
  await page.getByRole('heading', { level: 1, name: 'Deployments' }).waitFor()
  await page.waitForLoadState('networkidle')
  return [...files.values()]
}

/** @param {{ bytes: number }[]} files */
function total(files) {
  return files.reduce((sum, { bytes }) => sum + bytes, 0)
}

/** @param {number} bytes */
function kb(bytes) {
  return `${(bytes / 1000).toFixed(1).padStart(7)} kB`
}

/** @param {import('node:child_process').ChildProcess} child @returns {Promise<string>} */
function addressOf(child) {
  if (!child.stdout) throw new Error('The server was started without an output to read.')
  const lines = createInterface({ input: child.stdout })
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`The server ended with exit code ${code}.`)))
    lines.on('line', (line) => {
      const address = /http:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0]
      if (address) resolve(address)
    })
  })
}
