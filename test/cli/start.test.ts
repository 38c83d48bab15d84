import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { ensureBuilt } from '../../src/cli/build.mjs'
import { checkoutRoot } from '../../src/cli/checkout.mjs'
import { copyNewDatabase } from '../helpers/new-database.ts'
import { SHORT_LIVED } from '../helpers/short-lived.ts'
import { temporaryFolder } from './temporary-folder.ts'

const running = new Set<ChildProcess>()

/** A started program whose output can be waited for while it runs, and as a whole once all of it has ended. */
function launch(program: string, args: string[]) {
  const { DATABASE_URL: _, QUARTERDECK_PASSWORD: __, ...env } = process.env
  const child = spawn(program, args, {
    cwd: tmpdir(),
    env: { ...env, HOME: temporaryFolder() },
    detached: true,
  })
  running.add(child)
  let output = ''
  let lookAgain = () => {}
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text
      lookAgain()
    })
  }
  const ended = new Promise<{ code: number | null; output: string }>((done) => {
    child.once('close', (code) => {
      running.delete(child)
      done({ code, output })
    })
  })
  const printed = (pattern: RegExp) =>
    new Promise<string>((done, fail) => {
      lookAgain = () => {
        const found = pattern.exec(output)?.[1]
        if (found !== undefined) done(found)
      }
      lookAgain()
      void ended.then(() => fail(new Error(`It ended without printing ${pattern}:\n${output}`)))
    })
  return { child, ended, printed }
}

const start = (...options: string[]) =>
  launch(process.execPath, [
    ...SHORT_LIVED,
    join(checkoutRoot, 'src/cli/quarterdeck.mjs'),
    'start',
    ...options,
  ])

/** As a browser opens it. */
const openPage = async (address: string) =>
  (await fetch(address, { headers: { accept: 'text/html' } })).text()

const READY = /Quarterdeck is ready: open (http:\S+)/
const API_KEY = /API key \(X-Api-Key\): in (\S+)/

// So that a start has nothing to say about building.
beforeAll(() => ensureBuilt(checkoutRoot))

afterEach(() => {
  // A failed test leaves its programs running: each with all that it started.
  for (const { pid } of running) if (pid !== undefined) process.kill(-pid, 'SIGKILL')
})

describe('quarterdeck start', () => {
  it('serves the console, stops on SIGTERM with exit code 0, and starts again with the same data', async () => {
    const data = temporaryFolder()
    const first = start('--port', '0', '--data', data)
    const address = await first.printed(READY)
    expect(await openPage(address)).toContain('<div id="root">')
    expect((await fetch(address)).status, 'as curl asks').toBe(200)
    const key = readFileSync(await first.printed(API_KEY), 'utf8').trim()
    first.child.kill('SIGTERM')
    const { code, output } = await first.ended
    expect(code).toBe(0)
    // It goes to a pipe here, as it would to a service's log.
    expect(output).not.toContain(key)

    const second = start('--port', '0', '--data', data)
    expect(readFileSync(await second.printed(API_KEY), 'utf8').trim()).toBe(key)
    second.child.kill('SIGINT')
    expect((await second.ended).code).toBe(0)
  })

  it('ends with a clear last line and exit code 1 when its database can store nothing any more', async () => {
    const data = temporaryFolder()
    await copyNewDatabase(join(data, 'db'))
    const server = start('--port', '0', '--data', data)
    const address = await server.printed(READY)
    const key = readFileSync(await server.printed(API_KEY), 'utf8').trim()
    rmSync(join(data, 'db/pg_wal'), { recursive: true })
    const deployment = (number: number) =>
      fetch(`${address}/api-host/v2/deployments`, {
        method: 'POST',
        headers: { 'x-api-key': key },
        body: JSON.stringify({
          name: `large-${number}`,
          source: 'github',
          source_config: { repo_url: 'https://127.0.0.1:9/none.git' },
          source_revision_config: { repo_ref: 'main', langgraph_config_path: 'langgraph.json' },
          secrets: [{ name: 'LARGE', value: randomBytes(500_000).toString('base64') }],
        }),
      })
    // The file that the database writes now takes 16 MB; there is no other.
    const refused = async () => {
      for (let number = 0; ; number += 1) await deployment(number)
    }
    await expect(refused()).rejects.toThrow('fetch failed')
    const { code, output } = await server.ended
    expect(code).toBe(1)
    expect(output.trim().split('\n').at(-1)).toMatch(
      /^The embedded database has ended: .*pg_wal.* Quarterdeck stops, .* start it again/,
    )
  })

  it('says that the data directory is in use', async () => {
    const data = temporaryFolder()
    await copyNewDatabase(join(data, 'db'))
    const first = start('--port', '0', '--data', data)
    await first.printed(READY)
    const { code, output } = await start('--port', '0', '--data', data).ended
    expect(code).toBe(1)
    expect(output.trim().split('\n')).toEqual([expect.stringMatching(/in use by process \d+/)])
    first.child.kill('SIGTERM')
    await first.ended
  })

  it('says that the port is taken', async () => {
    const other = createServer()
    await new Promise<void>((done) => other.listen(0, '127.0.0.1', done))
    const { port } = other.address() as AddressInfo
    const { code, output } = await start('--port', String(port), '--data', temporaryFolder()).ended
    other.close()
    expect(code).toBe(1)
    expect(output.trim().split('\n')).toEqual([
      expect.stringMatching(new RegExp(`${port}.*--port`)),
    ])
  })

  it('says that the data directory cannot be written', async () => {
    const file = join(temporaryFolder(), 'a-file')
    writeFileSync(file, '')
    const { code, output } = await start('--port', '0', '--data', join(file, 'deck')).ended
    expect(code).toBe(1)
    expect(output.trim().split('\n')).toEqual([expect.stringContaining(file)])
  })
})

describe('npm start', () => {
  it('works from any folder, and the server stops when npm is told to', async () => {
    const data = temporaryFolder()
    await copyNewDatabase(join(data, 'db'))
    const npm = launch('npm', [
      '--prefix',
      checkoutRoot,
      'start',
      '--',
      '--port=0',
      `--data=${data}`,
    ])
    const address = await npm.printed(READY)
    expect(await openPage(address)).toContain('<div id="root">')

    npm.child.kill('SIGTERM')
    // The output ends only when the last process that can write to it has ended, the server included.
    await npm.ended
    await expect(openPage(address)).rejects.toThrow('fetch failed')
  })
})
