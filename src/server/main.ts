import path from 'node:path'
import { describeConfig, readConfig } from './process/config.ts'
import { configuredOptions } from './process/configured-options.ts'
import { createLog, secretRegister } from './process/log.ts'
import { startServer } from './process/start-server.ts'

/** A terminal's Ctrl+C reaches a program several times at once; a person's second one comes later. */
const impatientMs = 1_000

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
  /** With the fault lab. */
  hasFaults?: boolean
  /** The server stands behind the development server of the console, which has the address to open. */
  isDev?: boolean
}): Promise<void> {
  const settings = await readConfig({
    ...options,
    configFile: options.configFile ?? null,
    env: process.env,
  })
  const { config } = settings
  const secrets = secretRegister()
  const { password, secret_key, api_key, database_url } = config
  for (const secret of [password, secret_key, api_key, database_url]) {
    secrets.add(secret)
  }
  const isText =
    config.log_format === 'text' || (config.log_format === 'auto' && process.stderr.isTTY)
  const log = createLog({
    level: config.log_level,
    format: isText ? 'text' : 'json',
    secrets,
    write: (line) => process.stderr.write(line),
  })
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
  let firstAt: number | undefined
  const onSignal = (signal: NodeJS.Signals) => {
    if (firstAt !== undefined) {
      if (Date.now() - firstAt > impatientMs) process.exit(signal === 'SIGINT' ? 130 : 143)
      return
    }
    firstAt = Date.now()
    console.log('Stopping. Runs and rollouts that are not finished go on at the next start.')
    log.info({ signal }, 'stopping')
    server.close().then(
      () => process.exit(0),
      (error: Error) => {
        console.error(`Stopping failed: ${error.message}`)
        process.exit(1)
      },
    )
  }
  process.on('SIGTERM', onSignal).on('SIGINT', onSignal)

  for (const notice of server.notices) console.log(notice)
  for (const line of describeConfig(settings, 'changed')) console.log(line)
  console.log(
    options.isDev ? `The API answers at ${server.url}` : `Quarterdeck is ready: open ${server.url}`,
  )
  log.info({ url: server.url }, 'started')
  // A terminal may show it; output that goes to a file or a service's log may not.
  const kept = config.api_key ? 'as it was set' : `in ${path.join(options.dataDir, 'api-key')}`
  const key = process.stdout.isTTY ? server.apiKey : kept
  console.log(`API key (X-Api-Key): ${key}`)
  console.log(`Everything is kept in ${options.dataDir}. Press Ctrl+C to stop.`)
}
