import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, it, onTestFinished } from 'vitest'
import { widgetBuilds } from '../../../src/server/embeds/widget-builds.ts'
import { widgetFiles } from '../../../src/server/embeds/widget-files.ts'
import { emptyDatabase } from '../../helpers/database.ts'

function newFolder() {
  const folder = mkdtempSync(path.join(tmpdir(), 'quarterdeck-widget-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  mkdirSync(path.join(folder, 'widget/assets'), { recursive: true })
  return folder
}

it('a build that was handed out is served at its address for ever, with all that belongs to it', async () => {
  const folder = newFolder()
  const database = await emptyDatabase()
  const build = (script: string, panel: string) => {
    writeFileSync(path.join(folder, 'widget.js'), script)
    writeFileSync(path.join(folder, 'widget/assets', panel), `panel of ${script}`)
    writeFileSync(path.join(folder, 'widget/assets', bubbleOf(panel)), `bubble of ${script}`)
  }
  const bubbleOf = (panel: string) => panel.replace('panel', 'bubble')
  const server = () => {
    const builds = widgetBuilds({ database, consoleFolder: folder, now: () => new Date() })
    return { builds, routes: widgetFiles(folder, builds) }
  }
  build('first', 'panel-1.js')
  const first = server()
  const { path: address, integrity } = await first.builds.current()
  expect(address).toMatch(/^widget\/[\da-f]{12}\/widget\.js$/)
  const hash = createHash('sha384').update('first').digest('base64')
  expect(integrity).toBe(`sha384-${hash}`)
  const answer = await first.routes.request(`/${address}`)
  expect(await answer.text()).toBe('first')
  expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  // Scripts with a hash are fetched as others' pages fetch them.
  expect(answer.headers.get('access-control-allow-origin')).toBe('*')

  for (const name of ['panel-1.js', 'bubble-1.js']) rmSync(path.join(folder, 'widget/assets', name))
  build('second', 'panel-2.js')
  const later = server()
  const text = async (at: string) => (await later.routes.request(at)).text()
  expect(await text('/widget.js')).toBe('second')
  expect(await text(`/${address}`)).toBe('first')
  expect(await text('/widget/assets/panel-1.js')).toBe('panel of first')
  expect(await text('/widget/assets/bubble-1.js')).toBe('bubble of first')
  expect((await later.builds.current()).path).not.toBe(address)
  for (const unknown of ['/widget/0123456789ab/widget.js', '/widget/assets/panel-9.js']) {
    expect((await later.routes.request(unknown)).status).toBe(404)
  }
})

it('38.2: is sent as small as a browser can read it, and not at all where it has it', async () => {
  const folder = newFolder()
  const code = 'export const words = "the same again and again"\n'.repeat(200)
  writeFileSync(path.join(folder, 'widget.js'), code)
  writeFileSync(path.join(folder, 'widget/assets/panel-1.js'), `${code}// The panel`)
  const made = brotliCompressSync('made by the build')
  writeFileSync(path.join(folder, 'widget/assets/panel-1.js.br'), made)
  const database = await emptyDatabase()
  const builds = widgetBuilds({ database, consoleFolder: folder, now: () => new Date() })
  const routes = widgetFiles(folder, builds)
  const { path: pinned } = await builds.current()
  for (const address of ['/widget.js', `/${pinned}`]) {
    for (const [accepted, encoding, open] of [
      ['gzip, deflate, br', 'br', brotliDecompressSync],
      ['gzip', 'gzip', gunzipSync],
    ] as const) {
      const answer = await routes.request(address, { headers: { 'accept-encoding': accepted } })
      expect([answer.headers.get('content-encoding'), answer.headers.get('vary')]).toEqual([
        encoding,
        'Accept-Encoding',
      ])
      const body = Buffer.from(await answer.arrayBuffer())
      expect(body.length).toBeLessThan(code.length / 10)
      expect(open(body).toString()).toBe(code)
    }
    const plain = await routes.request(address)
    expect([plain.headers.get('content-encoding'), await plain.text()]).toEqual([null, code])
    const etag = plain.headers.get('etag') ?? ''
    const known = await routes.request(address, { headers: { 'if-none-match': etag } })
    expect([known.status, await known.text()]).toEqual([304, ''])
    expect(known.headers.get('access-control-allow-origin')).toBe('*')
  }
  const br = { headers: { 'accept-encoding': 'br' } }
  const panel = await routes.request('/widget/assets/panel-1.js', br)
  expect(Buffer.from(await panel.arrayBuffer())).toEqual(made)
  // What was made of the present build is no file of it.
  rmSync(path.join(folder, 'widget/assets/panel-1.js'))
  expect((await routes.request('/widget/assets/panel-1.js')).status).toBe(200)
  rmSync(path.join(folder, 'widget/assets/panel-1.js.br'))
  expect((await routes.request('/widget/assets/panel-1.js.br')).status).toBe(404)
})
