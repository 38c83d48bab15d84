import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { publishedClients } from './published-clients.ts'

const root = new URL('../../', import.meta.url)
const read = (path: string) => readFile(new URL(path, root), 'utf8')

/** The table of the documentation, with the versions that are installed. */
async function clientsTable(): Promise<string> {
  const rows = publishedClients.map(async (client) => {
    const installed = JSON.parse(await read(`node_modules/${client.package}/package.json`))
    const version = `\`${installed.name}\` ${installed.version}`
    return `| ${client.name} | ${version} | ${client.does} | \`${client.test}\` |`
  })
  return [
    '| Client | Package | What it does here | Run by |',
    '|---|---|---|---|',
    ...(await Promise.all(rows)),
  ].join('\n')
}

it('the documentation has the clients and versions that are run', async () => {
  expect(await read('docs/api.md')).toContain(await clientsTable())
})

it.each(publishedClients)('$test runs $package', async ({ test, package: name }) => {
  expect(await read(test)).toMatch(new RegExp(`from '${name}(/[^']*)?'`))
})
