import { realpath, stat } from 'node:fs/promises'
import net from 'node:net'
import path from 'node:path'
import { packagesStamp } from '../control-plane/rollout/folders/packages-stamp.ts'
import type { ServedFolder } from '../control-plane/rollout/folders/served-folder.ts'
import type { ImportedLibrary } from '../executor/protocol/project-requests.ts'
import { HttpError } from '../http/http-error.ts'
import { readConfig } from '../process/config.ts'
import { configuredOptions } from '../process/configured-options.ts'
import { howToSignIn } from '../process/how-to-sign-in.ts'
import { openPage } from '../process/open-page.ts'
import { processLog } from '../process/process-log.ts'
import { startServer } from '../process/start-server.ts'
import { stopOnSignals } from '../process/stop-on-signals.ts'
import { StartError } from '../start-error.ts'
import { FolderTerminal } from './folder-terminal.ts'
import { FollowedFolder } from './follow-folder.ts'

const host = '127.0.0.1'
const usualPort = 4200
const triedPorts = 20
const notKeptApart =
  'QUARTERDECK_ISOLATION=require serves only code that is kept apart from the server, and the code of a working folder runs as you do. Start this command without it, or deploy the folder’s repository to a server.'

/**
 * `quarterdeck dev`: a server of its own for one working folder, which is loaded again after each save. Ends with
 * code 0 when it is told to stop, and leaves nothing running. Throws a StartError with a sentence for people when
 * it cannot start.
 */
export async function main(options: {
  /** Absolute. */
  folder: string
  /** Of its langgraph.json, from the folder on. */
  configPath: string
  /** Of the deployment. */
  name: string
  port?: number | undefined
  dataDir: string
  opensPage: boolean
  /** False opens the server to everybody on its machine. */
  auth?: boolean
  env: Readonly<Record<string, string | undefined>>
}): Promise<void> {
  const { configPath, name, dataDir } = options
  const folder = await existingFolder(options.folder)
  // This server is for whoever sits in front of this machine, with a database of its own.
  const port = options.port ?? (await freePort())
  const own = { host, port, dataDir, configFile: null, auth: options.auth }
  const { config } = await readConfig({
    ...own,
    env: { QUARTERDECK_LOG_LEVEL: 'warn', ...options.env },
  })
  if (config.isolation === 'require') throw new StartError(notKeptApart)
  const { log, secrets } = processLog({ ...config, log_format: 'text' })
  const terminal = new FolderTerminal(
    folder,
    (line) => console.log(line),
    Boolean(process.stdout.isTTY),
  )
  const { publicUrl: _publicUrl, basePath: _basePath, ...configured } = configuredOptions(config)
  const server = await startServer({
    ...configured,
    databaseUrl: null,
    hasExamples: false,
    log,
    secrets,
    onOutput: (level, message) => terminal.onOutput(level, message),
    onDatabaseLost: (reason) => {
      console.error(`The embedded database has ended: ${reason}. Start the command again.`)
      process.exit(1)
    },
  })
  const served = server.serveFolder({ folder, configPath, name })
  const directory = path.dirname(path.join(folder, configPath))
  const tools = {
    reload: (libraries: readonly ImportedLibrary[]) => served.reload(libraries),
    packagesStamp: () => packagesStamp(directory),
  }
  const followed = new FollowedFolder({ folder, configPath }, tools, terminal)
  stopOnSignals(
    log,
    async () => {
      console.log('Stopping. Threads are kept for the next time.')
      await Promise.all([followed.stop(), server.close()])
    },
    { isOfTerminal: true },
  )
  const deploymentId = await begun(served, server)
  const page = `/c/local/deployments/${deploymentId}/threads/new`
  const isShown = Boolean(process.stdout.isTTY)
  for (const notice of server.notices) console.log(notice)
  console.log(`Quarterdeck serves the folder ${folder} and follows what you save.`)
  // A terminal may show what signs in; a file may not.
  console.log(`  Chat     ${isShown ? await server.addressOf(page) : server.url + page}`)
  if (server.isOwned) console.log(`           ${howToSignIn(isShown, dataDir)}`)
  console.log(`  Agent    ${server.url}/agents/${name} (for SDKs and curl)`)
  console.log(
    `  API key  ${isShown ? server.apiKey : `in ${path.join(dataDir, 'api-key')}`} (X-Api-Key)`,
  )
  console.log(`  Data     ${dataDir} (threads stay there)`)
  console.log('Press Ctrl+C to stop.')
  await followed.start()
  if (options.opensPage && isShown) await openPage(await server.addressOf(page), dataDir)
}

/** The deployment is there, so that its page can be named, before anything is loaded. */
async function begun(served: ServedFolder, server: { close(): Promise<void> }): Promise<string> {
  try {
    return await served.begin()
  } catch (error) {
    await server.close()
    throw error instanceof HttpError ? new StartError(error.message) : error
  }
}

async function existingFolder(folder: string): Promise<string> {
  const found = await stat(folder).catch(() => null)
  if (found?.isDirectory()) return realpath(folder)
  throw new StartError(
    found
      ? `${folder} is a file. Name the folder that holds the langgraph.json.`
      : `There is no folder ${folder}.`,
  )
}

/** The usual port, or the next one that nobody has. */
async function freePort(): Promise<number> {
  for (let port = usualPort; port < usualPort + triedPorts; port += 1) {
    const isFree = await new Promise<boolean>((resolve) => {
      const probe = net.createServer().once('error', () => resolve(false))
      probe.listen(port, host, () => probe.close(() => resolve(true)))
    })
    if (isFree) return port
  }
  return 0
}
