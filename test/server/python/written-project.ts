import { randomUUID } from 'node:crypto'
import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import type { LoadableRevision } from '../../../src/server/cluster/agent-host.ts'
import { type Harness, startHarness } from '../agent-server/harness.ts'
import { apiKey } from '../agent-server/serve-fixtures.ts'

/** A server for the tests of a file, which serves whatever project in Python a test writes. */
export function writtenProject() {
  let harness: Harness
  let folder: string
  beforeAll(async () => {
    harness = await startHarness({ graphs: { steps: './steps.ts:graph' } })
  })
  afterAll(() => harness?.close())
  beforeEach(async () => {
    folder = await realpath(await mkdtemp(path.join(tmpdir(), 'quarterdeck-python-')))
  })
  afterEach(() => rm(folder, { recursive: true }))
  return {
    get harness() {
      return harness
    },
    /** Loads these files, of which `agent.py` has the graph, and makes them serve. */
    async load(files: Record<string, string>, more: Partial<LoadableRevision>): Promise<void> {
      for (const [name, text] of Object.entries(files)) {
        await writeFile(path.join(folder, name), text)
      }
      const revision_id = randomUUID()
      await harness.server.host.load({
        deployment_id: harness.deploymentId,
        revision_id,
        directory: folder,
        graphs: { agent: './agent.py:graph' },
        env: { GATE_URL: harness.gates.url },
        python: process.env.QUARTERDECK_TEST_PYTHON ?? '',
        onLog: (level, message, runId) => harness.logs.push({ level, message, runId }),
        ...more,
      })
      await harness.server.host.activate(harness.deploymentId, revision_id)
    },
    ask: (method: string, at: string, init: RequestInit = {}) =>
      fetch(`${harness.url}${at}`, {
        method,
        ...init,
        headers: { 'x-api-key': apiKey, 'content-type': 'application/json', ...init.headers },
      }),
  }
}
