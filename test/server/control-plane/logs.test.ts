import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Deployment } from '../../../src/contract/control-plane/deployments.ts'
import { agentProject, makeRepository } from '../../helpers/git.ts'
import { type Bench, faults, openBench } from './bench.ts'

let bench: Bench
beforeEach(async () => {
  bench = await openBench()
})
afterEach(() => bench?.close())

describe('logs', () => {
  it('page in both orders, and go on after the end', async () => {
    const project = await makeRepository(path.join(bench.folder, 'repository'), agentProject('x'))
    const created = (await bench.json('POST', '/v2/deployments', {
      name: 'agent',
      source: 'github',
      source_config: {
        repo_url: project.folder,
        build_command: 'for i in 1 2 3 4 5; do echo "line $i"; done',
      },
      source_revision_config: {},
      secrets: [],
    })) as Deployment
    const revision = created.latest_revision_id ?? ''
    await bench.settled(created.id, revision)
    const url = `/v2/deployments/${created.id}/revisions/${revision}/logs?type=build`
    type Page = { logs: { id: string; message: string }[]; next_offset: string | null }
    const read = async (query: string) => (await bench.json('GET', `${url}${query}`)) as Page
    const all = await read('&limit=1000')
    expect(all.next_offset).toBeNull()
    const paged: string[] = []
    let offset: string | null = ''
    while (offset !== null) {
      const page: Page = await read(`&limit=2${offset ? `&offset=${offset}` : ''}`)
      paged.push(...page.logs.map((line) => line.message))
      offset = page.next_offset
    }
    expect(paged).toEqual(all.logs.map((line) => line.message))
    const backwards = await read('&limit=1000&order=desc')
    expect(backwards.logs.map((line) => line.id)).toEqual(all.logs.map((line) => line.id).reverse())
    expect((await read('&query=LINE%203')).logs.map((line) => line.message)).toEqual(['line 3'])
    expect((await read(`&offset=${all.logs.at(-1)?.id}`)).logs).toEqual([])
    expect((await read('&level=ERROR')).logs).toEqual([])
    expect(await faults(await bench.send('GET', `${url}&offset=x`))).toEqual(['query.offset'])
  })
})
