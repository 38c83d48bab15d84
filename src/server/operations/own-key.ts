import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { addressFile } from './address-file.ts'

/** The API key of a server of this very account: its data directory names that address. Undefined for any other. */
export async function ownKey(server: string, dataDir: string): Promise<string | undefined> {
  const read = (file: string) =>
    readFile(file, 'utf8').then(
      (text) => text.trim(),
      () => undefined,
    )
  const address = await read(addressFile(dataDir))
  if (address !== server.replace('//localhost:', '//127.0.0.1:')) return undefined
  return read(path.join(dataDir, 'api-key'))
}
