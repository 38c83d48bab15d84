import type { Log } from './log.ts'

/** A terminal's Ctrl+C reaches a program several times at once; a person's second one comes later. */
const impatientMs = 1_000
const codes = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const

/**
 * Ends the process with code 0 when it is told to stop and `stop` has resolved; a second signal ends it at once.
 * With `isOfTerminal` it also ends with the terminal that it was started in.
 */
export function stopOnSignals(
  log: Log,
  stop: () => Promise<void>,
  { isOfTerminal = false }: { isOfTerminal?: boolean } = {},
): void {
  let firstAt: number | undefined
  const onSignal = (signal: NodeJS.Signals) => {
    if (firstAt !== undefined) {
      if (Date.now() - firstAt > impatientMs) process.exit(codes[signal as keyof typeof codes])
      return
    }
    firstAt = Date.now()
    log.info({ signal }, 'stopping')
    stop().then(
      () => process.exit(0),
      (error: Error) => {
        console.error(`Stopping failed: ${error.message}`)
        process.exit(1)
      },
    )
  }
  process.on('SIGTERM', onSignal).on('SIGINT', onSignal)
  if (!isOfTerminal) return
  process.on('SIGHUP', onSignal)
  // What is written after the terminal has gone has no reader.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
}
