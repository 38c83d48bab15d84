import path from 'node:path'
import { describeConfig, readConfig } from './process/config.ts'
import { configuredOptions } from './process/configured-options.ts'
import { howToSignIn } from './process/how-to-sign-in.ts'
import { openPage } from './process/open-page.ts'
import { processLog } from './process/process-log.ts'
import { startServer } from './process/start-server.ts'
import { stopOnSignals } from './process/stop-on-signals.ts'

/**
 * Starts the server for the command line: reads the settings, prints them and where it is, and ends the
 * process with code 0 when it is told to stop (SIGTERM, SIGINT) and has drained; a second signal
 * ends it at once. What people read goes to the standard output, the log to the standard error.
 * Throws a StartError with a sentence for people when it cannot start.
 */
export async function main(options: {
  port?: number | undefined
  host?: string | undefined
  dataDir: string
  configFile?: string | null
  /** False opens the server to everybody on its machine. */
  auth?: false
  /** False opens no page where there is a screen. */
  opensPage?: false
  /** With the fault lab. */
  hasFaults?: boolean
  /** The server stands behind the development server of the console, which has the address to open. */
  isDev?: boolean
  /** That address, without a slash at its end; absent where whoever opened it is signed in already. */
  consoleUrl?: string
}): Promise<void> {
  const settings = await readConfig({
    ...options,
    configFile: options.configFile ?? null,
    env: process.env,
  })
  const { config } = settings
  // A terminal may show what lets people in; output that goes to a file or a service's log may not.
  const isShown = Boolean(process.stdout.isTTY)
  // That takes seconds, in which somebody who looks on would wonder.
  if (isShown) console.log('Starting the database and the servers.')
  const { log, secrets } = processLog(config)
  const server = await startServer({
    ...configuredOptions(config),
    hasFaults: options.hasFaults ?? false,
    log,
    secrets,
    onDatabaseLost: (reason) => {
      log.fatal({ reason }, 'the embedded database has ended')
      console.error(
        `The embedded database has ended: ${reason}. Quarterdeck stops, since nothing can be stored. What was committed is in ${options.dataDir}: start it again, and if that fails, restore a backup.`,
      )
      // As if it had been killed: whatever was at work goes on at the next start.
      process.exit(1)
    },
  })
  stopOnSignals(log, () => {
    console.log('Stopping. Runs and rollouts that are not finished go on at the next start.')
    return server.close()
  })

  for (const notice of server.notices) console.log(notice)
  for (const line of describeConfig(settings, 'changed')) console.log(line)
  const address = isShown ? await server.addressOf('/') : server.url
  if (options.isDev) {
    console.log(`The API answers at ${server.url}`)
    if (isShown && server.isOwned && options.consoleUrl) {
      console.log(`To sign in open ${address.replace(server.url, options.consoleUrl)}`)
    }
  } else {
    console.log(`Quarterdeck is ready: open ${address}`)
    if (server.isOwned) console.log(howToSignIn(isShown, options.dataDir))
  }
  log.info({ url: server.url }, 'started')
  const kept = config.api_key ? 'as it was set' : `in ${path.join(options.dataDir, 'api-key')}`
  const key = isShown ? server.apiKey : kept
  console.log(`API key (X-Api-Key): ${key}`)
  console.log(`Everything is kept in ${options.dataDir}. Press Ctrl+C to stop.`)
  const opensPage = options.opensPage !== false && server.isOwned && !options.isDev
  // Each address signs in once: the one that is printed stays for another browser.
  if (opensPage && isShown) await openPage(await server.addressOf('/'), options.dataDir)
}
