import { chmod, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Deployment } from '../../../src/contract/control-plane/deployments.ts'
import { isSettled, type Revision } from '../../../src/contract/control-plane/revisions.ts'
import { eachMayTake } from '../../helpers/each-may-take.ts'
import { agentProject, makeRepository } from '../../helpers/git.ts'
import { copyNewDatabase } from '../../helpers/new-database.ts'
import { type ServerProcess, startProcess } from './server-process.ts'

eachMayTake(2)

let folder: string
let running: ServerProcess[]
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'quarterdeck-process-'))
  running = []
})
afterEach(async () => {
  for (const server of running) {
    const { exitCode, signalCode } = server.child
    if (exitCode === null && signalCode === null) await server.end('SIGKILL')
  }
  await rm(folder, { recursive: true, force: true })
})

const dataDir = () => path.join(folder, 'data')
async function start(options?: Parameters<typeof startProcess>[1]): Promise<ServerProcess> {
  const server = await startProcess(dataDir(), options)
  running.push(server)
  return server
}
const refusal = (options?: Parameters<typeof startProcess>[1]) =>
  start(options).then(
    () => 'it started',
    (error: Error) => error.message,
  )

async function deploy(server: ServerProcess, repository: string): Promise<Deployment> {
  const response = await server.call('POST', '/api-host/v2/deployments', {
    name: 'agent',
    source: 'github',
    source_config: { repo_url: repository },
    source_revision_config: {},
    secrets: [{ name: 'TOKEN', value: 'kept over a restart' }],
  })
  return (await response.json()) as Deployment
}

async function settled(server: ServerProcess, deployment: Deployment): Promise<Revision> {
  for (;;) {
    const response = await server.call(
      'GET',
      `/api-host/v2/deployments/${deployment.id}/revisions/${deployment.latest_revision_id}`,
    )
    const revision = (await response.json()) as Revision
    if (isSettled(revision)) return revision
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

describe('the life of the process', () => {
  it('first start makes everything private, deploys the examples; kill -9 and SIGTERM lose nothing', async () => {
    const first = await start()
    expect((await stat(dataDir())).mode & 0o777).toBe(0o700)
    for (const file of ['api-key', 'secret.key']) {
      expect((await stat(path.join(dataDir(), file))).mode & 0o777).toBe(0o600)
    }
    const list = async (server: ServerProcess) =>
      (
        (await (await server.call('GET', '/api-host/v2/deployments')).json()) as {
          resources: Deployment[]
        }
      ).resources
    const examples = (await list(first))[0] as Deployment
    expect(examples.name).toBe('examples')
    expect((await settled(first, examples)).status).toBe('DEPLOYED')
    const thread = (await (await first.call('POST', '/agents/examples/threads', {})).json()) as {
      thread_id: string
    }

    // A second process on the same data is refused, and says by whom.
    const second = await refusal()
    expect(second).toContain(`in use by process ${first.child.pid}`)
    expect(second).toContain('exit code 1')
    expect(second).not.toMatch(/\n\s+at /)

    // kill -9: free at once, everything kept, the executor serves again.
    await first.end('SIGKILL')
    const third = await start()
    expect(third.apiKey).toBe(first.apiKey)
    expect((await list(third)).map((one) => one.id)).toEqual([examples.id])
    expect((await third.call('GET', `/agents/examples/threads/${thread.thread_id}`)).status).toBe(
      200,
    )
    const answer = await third.call(
      'POST',
      `/agents/examples/threads/${thread.thread_id}/runs/wait`,
      {
        assistant_id: 'slow',
        input: { messages: [{ role: 'user', content: '1 steps of 0 seconds' }] },
      },
    )
    expect(await answer.text()).toContain('Step 1 of 1 done.')

    // SIGTERM drains: a stream ends cleanly, the exit code is 0.
    const stream = await third.call(
      'POST',
      `/agents/examples/threads/${thread.thread_id}/runs/stream`,
      {
        assistant_id: 'slow',
        input: { messages: [{ role: 'user', content: '50 steps of 5 seconds' }] },
      },
    )
    const reader = (stream.body as ReadableStream<Uint8Array>).getReader()
    await reader.read()
    const ended = third.end('SIGTERM')
    for (;;) if ((await reader.read()).done) break
    expect(await ended).toEqual({ code: 0, signal: null })
    expect(third.output()).not.toContain('Error')
  })

  it('a rollout that a kill cut off goes on at the next start', async () => {
    const repository = await makeRepository(path.join(folder, 'repository'), {
      ...agentProject('x'),
      'package.json': JSON.stringify({
        scripts: { install: `while [ ! -e ${folder}/go ]; do sleep 0.05; done` },
      }),
    })
    // As if the examples had been deployed long ago.
    await copyNewDatabase(path.join(dataDir(), 'db'))
    await writeFile(path.join(dataDir(), 'examples-deployed'), '')
    const first = await start()
    const deployment = await deploy(first, repository.folder)
    const url = `/api-host/v2/deployments/${deployment.id}/revisions/${deployment.latest_revision_id}`
    for (;;) {
      const revision = (await (await first.call('GET', url)).json()) as Revision
      if (revision.status === 'BUILDING') break
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    await first.end('SIGKILL')
    await writeFile(path.join(folder, 'go'), '')
    const second = await start()
    const revision = await settled(second, deployment)
    expect(revision.status).toBe('DEPLOYED')
    expect(await second.end('SIGTERM')).toEqual({ code: 0, signal: null })
    expect(await readdir(path.join(dataDir(), 'builds'))).toHaveLength(1)
  })
})

describe('what keeps it from starting is told in a sentence', () => {
  it('a port that is taken', async () => {
    const other = createServer()
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    const { port } = other.address() as AddressInfo
    expect(await refusal({ port })).toMatch(new RegExp(`Port ${port} .* is taken.*--port`))
    await new Promise((resolve) => other.close(resolve))
  })

  it('a port that browsers refuse', async () => {
    expect(await refusal({ port: 4190 })).toMatch(/Browsers refuse port 4190.*--port/)
  })

  it('another address without a password, or with a short one', async () => {
    expect(await refusal({ host: '0.0.0.0' })).toContain('QUARTERDECK_PASSWORD')
    expect(await refusal({ host: '0.0.0.0', env: { QUARTERDECK_PASSWORD: 'short' } })).toContain(
      'eight characters',
    )
    expect(await refusal({ env: { QUARTERDECK_PUBLIC_URL: 'https://q.example' } })).toContain(
      'QUARTERDECK_PASSWORD',
    )
  })

  it('a database that cannot be reached, without its password', async () => {
    const said = await refusal({
      env: { DATABASE_URL: 'postgres://someone:hidden-word@127.0.0.1:1/quarterdeck' },
    })
    expect(said).toMatch(/127\.0\.0\.1:1\/quarterdeck as someone.*cannot be reached/)
    expect(said).not.toContain('hidden-word')
    expect(await refusal({ env: { DATABASE_URL: 'hidden-word' } })).not.toContain('hidden-word')
  })

  it('a data directory that is a file, or a damaged key', async () => {
    await writeFile(dataDir(), '')
    expect(await refusal()).toMatch(/cannot be used.*--data/)
    await rm(dataDir())
    await mkdir(dataDir())
    await chmod(dataDir(), 0o700)
    await writeFile(path.join(dataDir(), 'api-key'), '')
    expect(await refusal()).toContain('damaged')
    // What is built names the lines that people wrote.
    const inFull = await refusal({ env: { QUARTERDECK_DEBUG: '1' } })
    expect(inFull).toMatch(/at \w+.*\/src\/server\/process\/data-dir\.ts:\d+/)
  })
})
