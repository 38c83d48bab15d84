// @ts-check
import { spawn } from 'node:child_process'
import { createServer as createProbe } from 'node:net'
import { join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { checkoutRoot, SetupError } from './checkout.mjs'
import { start, startOptions } from './commands/start.mjs'
import { ensureInstalled } from './install.mjs'
import { isOwnNpmScript, stopWithParent } from './npm-script.mjs'
import { UsageError } from './options.mjs'
import { parseArguments } from './parse-arguments.mjs'
import { reportAndExit } from './report-error.mjs'

/** @typedef {import('./commands/start.mjs').StartOptions} StartOptions */

const LOOPBACK = '127.0.0.1'
const DEFAULT_PORT = 4100
const SERVER_SOURCES = ['src/server', 'src/client', 'src/contract'].map((path) =>
  join(checkoutRoot, path),
)
const SERVER_ENTRY = fileURLToPath(new URL('./dev-api-server.mjs', import.meta.url))

/** A port that was free a moment ago. @returns {Promise<number>} */
function freePort() {
  return new Promise((done, fail) => {
    const probe = createProbe().once('error', fail)
    probe.listen(0, LOOPBACK, () => {
      const { port } = /** @type {import('node:net').AddressInfo} */ (probe.address())
      probe.close(() => done(port))
    })
  })
}

/**
 * The server in a process of its own that can be started anew. A restart waits until the old process
 * has drained and let go of its port and data directory.
 * @param {StartOptions} options @param {string} consoleUrl told to the first: its sign-ins outlive it
 */
function restartableServer(options, consoleUrl) {
  /** @param {object} more */
  const start = (more = {}) => {
    const given = JSON.stringify({ ...options, ...more })
    const child = spawn(process.execPath, [SERVER_ENTRY, given], {
      stdio: 'inherit',
    })
    const ended = new Promise((done) => child.once('close', done))
    return { child, ended }
  }
  let current = start({ consoleUrl })
  let last = Promise.resolve()
  let isClosing = false
  const end = async () => {
    current.child.kill('SIGTERM')
    await current.ended
  }
  return {
    restart() {
      last = last.then(async () => {
        if (isClosing) return
        await end()
        current = start()
      })
      return last
    },
    async close() {
      isClosing = true
      await last
      await end()
    },
  }
}

/** Calls `then` once after the last of a burst of calls. @param {() => void} then @param {number} quietMs */
function afterBurst(then, quietMs) {
  /** @type {NodeJS.Timeout | undefined} */
  let timer
  return () => {
    clearTimeout(timer)
    timer = setTimeout(then, quietMs)
  }
}

/**
 * `npm run dev`: the console from source with hot reload on one address, and behind it the server, started
 * anew whenever its source changes.
 * @param {string[]} args the options of `quarterdeck start`
 */
export async function run(args) {
  try {
    const parsed = parseArguments(['start', ...args], process.env, [start])
    const options = typeof parsed === 'string' ? null : startOptions(parsed.given)
    // Vite in front knows no operators, so it is for this machine only.
    if (!options || (options.host ?? LOOPBACK) !== LOOPBACK) {
      throw new UsageError(`npm run dev takes --port and --data, and listens on ${LOOPBACK}.`)
    }
    const { port = DEFAULT_PORT, dataDir, configFile, auth } = options
    const parent = isOwnNpmScript(process.env) ? stopWithParent() : undefined
    await ensureInstalled(checkoutRoot)

    const api = { host: LOOPBACK, port: await freePort(), dataDir, configFile, auth }
    process.env.QUARTERDECK_DEV_API = `http://${api.host}:${api.port}`
    const { createServer } = await import('vite')
    const vite = await createServer({
      configFile: join(checkoutRoot, 'vite.config.ts'),
      server: { port, host: LOOPBACK, strictPort: true },
    })
    await vite.listen().catch(async (error) => {
      await vite.close()
      throw new SetupError(`${error.message}. Choose another with --port.`)
    })
    const address = vite.resolvedUrls?.local[0] ?? `http://${LOOPBACK}:${port}/`
    const server = restartableServer(api, address.replace(/\/$/, ''))

    const restart = afterBurst(() => {
      console.log('The server source changed: starting it anew.')
      void server.restart()
    }, 150)
    vite.watcher.on('all', (_event, path) => {
      if (SERVER_SOURCES.some((folder) => path.startsWith(folder + sep))) restart()
    })

    const stop = async () => {
      await Promise.all([vite.close(), server.close()])
      process.exit(0)
    }
    process.once('SIGINT', stop).once('SIGTERM', stop)
    parent?.handlesSignals()
    console.log(`Open ${address}`)
  } catch (error) {
    reportAndExit(error)
  }
}
