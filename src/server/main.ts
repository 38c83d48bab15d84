import path from 'node:path'
import { startServer } from './start-server.ts'

/** A terminal's Ctrl+C reaches a program several times at once; a person's second one comes later. */
const impatientMs = 1_000

/**
 * Starts the server for the command line: reads the environment, prints where it is, and ends the
 * process with code 0 when it is told to stop (SIGTERM, SIGINT) and has drained; a second signal
 * ends it at once. Throws a StartError with a sentence for people when it cannot start.
 */
export async function main(options: {
  port: number
  host: string
  dataDir: string
  /** The server stands behind the development server of the console, which has the address to open. */
  isDev?: boolean
}): Promise<void> {
  const { env } = process
  const server = await startServer({
    ...options,
    databaseUrl: env.DATABASE_URL || null,
    secretKey: env.QUARTERDECK_SECRET_KEY || null,
    password: env.QUARTERDECK_PASSWORD || null,
    publicUrl: env.QUARTERDECK_PUBLIC_URL || null,
  })
  let firstAt: number | undefined
  const onSignal = (signal: NodeJS.Signals) => {
    if (firstAt !== undefined) {
      if (Date.now() - firstAt > impatientMs) process.exit(signal === 'SIGINT' ? 130 : 143)
      return
    }
    firstAt = Date.now()
    console.log('Stopping. Runs and rollouts that are not finished go on at the next start.')
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
  console.log(
    options.isDev ? `The API answers at ${server.url}` : `Quarterdeck is ready: open ${server.url}`,
  )
  // A terminal may show it; output that goes to a file or a service's log may not.
  const key = process.stdout.isTTY ? server.apiKey : `in ${path.join(options.dataDir, 'api-key')}`
  console.log(`API key (X-Api-Key): ${key}`)
  console.log(`Everything is kept in ${options.dataDir}. Press Ctrl+C to stop.`)
}
