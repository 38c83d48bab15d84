import type { ServerConfig } from './config.ts'
import { createLog, type Log, type SecretRegister, secretRegister } from './log.ts'

/** The log of a process on its standard error, as the settings have it, and what it hides. */
export function processLog(config: ServerConfig): { log: Log; secrets: SecretRegister } {
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
  return { log, secrets }
}
