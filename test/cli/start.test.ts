import { randomBytes } from 'node:crypto'
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { ensureConsoleBuilt } from '../../src/cli/building/built-console.mjs'
import { checkoutRoot } from '../../src/cli/checkout.mjs'
import { eachMayTake } from '../helpers/each-may-take.ts'
import { copyNewDatabase } from '../helpers/new-database.ts'
import { SHORT_LIVED } from '../helpers/short-lived.ts'
import { endLaunched, launch } from './launch.ts'
import { temporaryFolder } from './temporary-folder.ts'

eachMayTake(2)

const commandLine = join(checkoutRoot, 'src/cli/quarterdeck.mjs')
const start = (...options: string[]) =>
  launch(process.execPath, [...SHORT_LIVED, commandLine, 'start', ...options])

/** As a browser opens it. */
const openPage = async (address: string) =>
  (await fetch(address, { headers: { accept: 'text/html' } })).text()

const READY = /Quarterdeck is ready: open (http:\S+)/
const API_KEY = /API key \(X-Api-Key\): in (\S+)/

// So that a start has nothing to say about building.
beforeAll(() => ensureConsoleBuilt(checkoutRoot))

afterEach(endLaunched)

describe('quarterdeck start', () => {
  it('serves the console, stops on SIGTERM with exit code 0, and starts again with the same data', async () => {
    const data = temporaryFolder()
    const first = start('--port', '0', '--data', data)
    const address = await first.printed(READY)
    expect(await openPage(address)).toContain('<div id="root">')
    expect((await fetch(address)).status, 'as curl asks').toBe(200)
    expect((await fetch(`${address}/gateway/connections`)).status).toBe(401)
    const key = readFileSync(await first.printed(API_KEY), 'utf8').trim()
    first.child.kill('SIGTERM')
    const { code, output } = await first.ended
    expect(code).toBe(0)
    // It goes to a pipe here, as it would to a service's log.
    expect(output).not.toContain(key)
    expect(output).not.toContain('#sign-in=')
    expect(output).toMatch(/An address that signs you in: node \S+quarterdeck\.mjs open --data /)

    const second = start('--port', '0', '--data', data)
    expect(readFileSync(await second.printed(API_KEY), 'utf8').trim()).toBe(key)
    second.child.kill('SIGINT')
    expect((await second.ended).code).toBe(0)
  })

  it('on a terminal only says that it starts and shows an address that signs in, opens another, and “open” makes more', async () => {
    const data = temporaryFolder()
    await copyNewDatabase(join(data, 'db'))
    const bin = temporaryFolder()
    const opened = join(bin, 'opened')
    const browser = `#!/bin/sh\necho "$@" > ${opened}.new && mv ${opened}.new ${opened}\n`
    writeFileSync(join(bin, 'xdg-open'), browser, { mode: 0o755 })
    // In place of the shell, which would have ended by the signal as well.
    const line = ['exec', process.execPath, ...SHORT_LIVED, commandLine, 'start', '--port', '0']
    const server = launch('script', ['-qec', `${line.join(' ')} --data ${data}`, '/dev/null'], {
      PATH: `${bin}:${process.env.PATH}`,
      DISPLAY: ':9',
      CI: '',
      SSH_CONNECTION: '',
      QUARTERDECK_EXAMPLES: 'false',
    })
    // Before it is there it says what is awaited.
    const shown = await server.printed(
      /^Starting the database and the servers\.$[\s\S]*is ready: open (http:\S+#sign-in=\S+)/m,
    )
    const enter = async (address: string) => {
      const [origin = '', token] = address.split('/#sign-in=')
      const body = JSON.stringify({ token })
      return (await fetch(`${origin}/gateway/session/owner`, { method: 'POST', body })).status
    }
    expect([await enter(shown), await enter(shown)]).toEqual([200, 401])

    // What a program is started with everybody on the machine can read.
    const named = async () => readFileSync(opened, 'utf8').trim()
    await expect.poll(() => named().catch(() => null)).toBe(join(data, 'open.html'))
    expect(statSync(join(data, 'open.html')).mode & 0o777).toBe(0o600)
    const page = readFileSync(join(data, 'open.html'), 'utf8')
    expect(await enter(/href="([^"]+)"/.exec(page)?.[1] ?? '')).toBe(200)

    const open = launch(process.execPath, [...SHORT_LIVED, commandLine, 'open', '--data', data])
    const { code, output } = await open.ended
    expect(code).toBe(0)
    expect(await enter(output.trim())).toBe(200)

    server.child.stdin.write('\x03')
    expect((await server.ended).code).toBe(0)
    const away = launch(process.execPath, [...SHORT_LIVED, commandLine, 'open', '--data', data])
    expect(await away.ended).toMatchObject({
      code: 1,
      output: expect.stringMatching(/^No server runs/),
    })
  })

  it('opens the console to everybody on the machine when it is told to, and to nobody else', async () => {
    const data = temporaryFolder()
    await copyNewDatabase(join(data, 'db'))
    const server = start('--port', '0', '--data', data, '--no-auth')
    const address = await server.printed(READY)
    expect((await fetch(`${address}/gateway/connections`)).status).toBe(200)
    server.child.kill('SIGTERM')
    expect((await server.ended).code).toBe(0)
    const refused = async (env: Record<string, string>, ...options: string[]) => {
      const line = [...SHORT_LIVED, commandLine, 'start', '--port', '0', '--data', data]
      return launch(process.execPath, [...line, '--no-auth', ...options], env).ended
    }
    const exposed = await refused({}, '--host', '0.0.0.0')
    expect(exposed).toMatchObject({
      code: 1,
      output: expect.stringContaining('--no-auth is refused'),
    })
    const both = await refused({ QUARTERDECK_PASSWORD: 'open sesame' })
    expect(both).toMatchObject({
      code: 1,
      output: expect.stringContaining('Leave out one of the two'),
    })
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
