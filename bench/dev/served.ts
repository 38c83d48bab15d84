import { realpath } from 'node:fs/promises'
import { packagesStamp } from '../../src/server/control-plane/rollout/folders/packages-stamp.ts'
import type { FolderOutcome } from '../../src/server/control-plane/rollout/folders/served-folder.ts'
import { startServer } from '../../src/server/process/start-server.ts'
import { FollowedFolder } from '../../src/server/working-folder/follow-folder.ts'

/** A folder that is served as `quarterdeck dev` serves it, with everything on disk. */
export interface Served {
  /** Resolves with what the next load that is not superseded comes to. */
  next(): Promise<FolderOutcome>
  /** What a run of the graph `agent` answers. */
  answer(): Promise<unknown>
  close(): Promise<void>
}

export async function serve(place: string, dataDir: string): Promise<Served> {
  const server = await startServer({ port: 0, host: '127.0.0.1', dataDir, hasExamples: false })
  const order = { folder: await realpath(place), configPath: 'langgraph.json' }
  const served = server.serveFolder({ ...order, name: 'agent' })
  await served.begin()
  let waiting: ((outcome: FolderOutcome) => void)[] = []
  const followed = new FollowedFolder(
    order,
    {
      reload: (libraries) => served.reload(libraries),
      packagesStamp: () => packagesStamp(order.folder),
    },
    {
      onLoading() {},
      onOutcome(outcome) {
        if (outcome.outcome === 'superseded') return
        const told = waiting
        waiting = []
        for (const tell of told) tell(outcome)
      },
      onError: (error) => console.error(error),
    },
  )
  await followed.start()
  return {
    next: () => new Promise((resolve) => waiting.push(resolve)),
    async answer() {
      const response = await fetch(`${server.url}/agents/agent/runs/wait`, {
        method: 'POST',
        headers: { 'x-api-key': server.apiKey, 'content-type': 'application/json' },
        body: JSON.stringify({ assistant_id: 'agent', input: { word: '' } }),
      })
      return ((await response.json()) as { word?: unknown }).word
    },
    async close() {
      await followed.stop()
      await server.close()
    },
  }
}
