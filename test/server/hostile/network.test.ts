import { readFile } from 'node:fs/promises'
import http from 'node:http'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addressFile } from '../../../src/server/operations/address-file.ts'
import { agentProject, makeRepository } from '../../helpers/git.ts'
import { type Stack, startStack } from '../../helpers/stack.ts'
import { askAsStranger } from './strangers.ts'

/** A server that others can reach: on every address of the machine, known by a name. */
let stack: Stack
/** How the test reaches it. */
let origin: string
beforeAll(async () => {
  stack = await startStack({
    host: '0.0.0.0',
    publicUrl: 'https://deck.example.com',
    password: 'open sesame',
  })
  origin = (await readFile(addressFile(path.join(stack.folder, 'data')), 'utf8')).trim()
})
afterAll(() => stack?.close())

it('§5 no endpoint answers a stranger but those that say so; metrics and backups are none of them', async () => {
  const { open, asked } = await askAsStranger(origin)
  expect(asked).toBeGreaterThan(50)
  expect(open).toEqual([])
})

it('§5 no name but its own leads to it (DNS rebinding)', async () => {
  const { hostname, port } = new URL(origin)
  const named = (host: string, path = '/gateway/session') =>
    new Promise<number | undefined>((resolve, reject) => {
      http
        .get({ hostname, port, path, headers: { host } }, (response) => {
          response.resume()
          resolve(response.statusCode)
        })
        .on('error', reject)
    })
  expect(await named('deck.example.com')).toBe(200)
  expect(await named('deck.example.com', '/healthz')).toBe(200)
  for (const host of ['evil.example', 'deck.example.com.evil.example', `evil.example:${port}`]) {
    expect([host, await named(host)]).toEqual([host, 403])
    expect([host, await named(host, '/healthz')]).toEqual([host, 403])
  }
})

it('§4.1 no address or ref leads into its machine, or to a program', async () => {
  const project = await makeRepository(path.join(stack.folder, 'project'), agentProject('x'))
  const create = (repo_url: string, more: object = {}) =>
    fetch(`${origin}/api-host/v2/deployments`, {
      method: 'POST',
      headers: { 'x-api-key': stack.apiKey },
      body: JSON.stringify({
        name: 'refused',
        source: 'github',
        source_config: { repo_url },
        source_revision_config: { repo_ref: 'main', ...more },
        secrets: [],
      }),
    })
  for (const address of [
    project.folder,
    `file://${project.folder}`,
    `${project.folder}/../project`,
    '../project',
    '/etc',
    '--upload-pack=touch /tmp/x',
    'ext::sh -c id',
    'ssh://-oProxyCommand=id/x',
    'http://169.254.169.254/x.git',
  ]) {
    expect([address, (await create(address)).status]).toEqual([address, 422])
  }
  const elsewhere = 'https://git.example.com/x.git'
  for (const more of [
    { repo_ref: '--upload-pack=id' },
    { repo_ref: '../../etc' },
    { langgraph_config_path: '../langgraph.json' },
    { langgraph_config_path: '/etc/langgraph.json' },
  ]) {
    expect([more, (await create(elsewhere, more)).status]).toEqual([more, 422])
  }
})
