import { type Logger, pino } from 'pino'

export type Log = Logger

/** Values that must appear nowhere, and a way to take them out of a text. */
export interface SecretRegister {
  add(secret: string | null): void
  hide(text: string): string
}

/** Shorter texts are words, and hiding them would garble every sentence. */
const minLength = 8

export function secretRegister(): SecretRegister {
  const secrets = new Set<string>()
  return {
    add(secret) {
      if (secret === null || secret.length < minLength) return
      secrets.add(secret)
      secrets.add(JSON.stringify(secret).slice(1, -1))
      secrets.add(encodeURIComponent(secret))
    },
    hide(text) {
      let shown = text
      for (const secret of secrets)
        if (shown.includes(secret)) shown = shown.replaceAll(secret, '•••')
      return shown.replace(/(\/feedback\/tokens\/)[^\s"'<>?…]+/g, '$1…')
    },
  }
}

/**
 * The server's log: JSON lines with ISO times for machines, a readable line for a terminal. Whatever is
 * written passes the register, so that no secret leaves by it however it got in.
 */
export function createLog(options: {
  level: string
  format: 'json' | 'text'
  secrets: SecretRegister
  write: (line: string) => void
}): Log {
  const { secrets, write } = options
  const out = options.format === 'json' ? (line: string) => line : readable
  return pino(
    {
      level: options.level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    { write: (line: string) => write(secrets.hide(out(line))) },
  )
}

interface Line {
  level: string
  time: string
  msg?: string
  err?: { stack?: string; message?: string }
}

/** `12:00:00 warn  What happened  key=value`, and a stack below it. */
function readable(line: string): string {
  const { level, time, msg = '', err, ...facts } = JSON.parse(line) as Line
  const rest = Object.entries(facts).map(([name, value]) => `${name}=${String(value)}`)
  const head = [time.slice(11, 19), level.padEnd(5), msg, ...rest].join(' ').trimEnd()
  return err ? `${head}\n${err.stack ?? err.message}\n` : `${head}\n`
}
