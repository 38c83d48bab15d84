import { readFile } from 'node:fs/promises'
import path from 'node:path'
import * as z from 'zod/mini'
import { createSignInAddress } from '../../../contract/gateway/sign-in-address.ts'
import { type Environment, readConfig } from '../../process/config.ts'
import { StartError } from '../../start-error.ts'
import { addressFile } from '../address-file.ts'

/** Has the running server make an address that signs in, by the API key. Throws a StartError. */
export async function askSignInAddress(given: {
  dataDir: string
  configFile: string | null
  env: Environment
}): Promise<string> {
  const { config } = await readConfig(given)
  const server = await readFile(addressFile(given.dataDir), 'utf8').catch(() => null)
  if (server === null) {
    throw new StartError(
      `No server runs on ${given.dataDir}. Start it, or name its data directory with --data.`,
    )
  }
  const key = config.api_key ?? (await keptKey(given.dataDir))
  const response = await fetch(server.trim() + createSignInAddress.path, {
    method: 'POST',
    headers: { 'x-api-key': key },
  }).catch(() => {
    throw new StartError(`The server at ${server.trim()} does not answer. Start it again.`)
  })
  if (response.ok) return z.object({ url: z.string() }).parse(await response.json()).url
  throw new StartError(refusalOf(response.status, server.trim()))
}

async function keptKey(dataDir: string): Promise<string> {
  const file = path.join(dataDir, 'api-key')
  try {
    return (await readFile(file, 'utf8')).trim()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new StartError(`${file} cannot be read (${code}), so the server does not know you.`)
  }
}

function refusalOf(status: number, server: string): string {
  switch (status) {
    // Its key belongs to no session there: people have names and passwords, or a provider.
    case 401:
    case 404:
      return `The server at ${server} makes no such address: open it and sign in as it asks, or, if it was started with QUARTERDECK_API_KEY, run this with the same.`
    case 409:
      return `Nobody has to sign in at ${server}: open it.`
    default:
      return `The server at ${server} made no address (status ${status}).`
  }
}
