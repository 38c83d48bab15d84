import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { widgetBuilds } from '../../../src/server/embeds/widget-builds.ts'
import { widgetFiles } from '../../../src/server/embeds/widget-files.ts'
import { emptyDatabase } from '../../helpers/database.ts'

it('a build that was handed out is served at its address for ever, with all that belongs to it', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'quarterdeck-widget-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const database = await emptyDatabase()
  const build = (script: string, panel: string) => {
    mkdirSync(path.join(folder, 'widget/assets'), { recursive: true })
    writeFileSync(path.join(folder, 'widget.js'), script)
    writeFileSync(path.join(folder, 'widget/assets', panel), `panel of ${script}`)
  }
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

  rmSync(path.join(folder, 'widget/assets/panel-1.js'))
  build('second', 'panel-2.js')
  const later = server()
  const text = async (at: string) => (await later.routes.request(at)).text()
  expect(await text('/widget.js')).toBe('second')
  expect(await text(`/${address}`)).toBe('first')
  expect(await text('/widget/assets/panel-1.js')).toBe('panel of first')
  expect((await later.builds.current()).path).not.toBe(address)
  for (const unknown of ['/widget/0123456789ab/widget.js', '/widget/assets/panel-9.js']) {
    expect((await later.routes.request(unknown)).status).toBe(404)
  }
})
