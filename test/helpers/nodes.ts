import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { serialize } from 'node:v8'

/**
 * Puts this Node under another version where nvm would have put it, below what `NVM_DIR` names. What it runs finds
 * that version in `RUN_BY`. `format` is how it says that it writes messages to another process.
 */
export async function installNode(
  nvm: string,
  version: string,
  format = serialize(null)[1],
): Promise<void> {
  const folder = path.join(nvm, 'versions/node', `v${version}`, 'bin')
  await mkdir(folder, { recursive: true })
  const script = `#!/bin/sh
if [ "$1" = -p ]; then echo "${version} ${format}"; exit; fi
RUN_BY=${version} exec ${process.execPath} "$@"
`
  await writeFile(path.join(folder, 'node'), script, { mode: 0o755 })
}
