/**
 * Public projects that nobody here wrote deploy as they are. To be asked for, since their packages take minutes:
 * QUARTERDECK_PUBLIC_PROJECTS is `online`, or a folder of bare clones, as `owner+name/repo`. What is not reached is said
 * in a line.
 */
import { execFile } from 'node:child_process'
import { access, mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { publicProjects } from '../../fixtures/public-python-projects.ts'
import { eachMayTake } from '../../helpers/each-may-take.ts'
import { minutes } from '../../helpers/patience.ts'
import { type Stack, startStack } from '../../helpers/stack.ts'

eachMayTake(10)

const run = promisify(execFile)
const { QUARTERDECK_PUBLIC_PROJECTS: clones } = process.env
const isAsked = Boolean(clones ?? process.env.CI)
let stack: Stack
beforeAll(async () => {
  stack = await startStack()
})
afterAll(() => stack?.close())

/** A clone of the one commit, or null where the repository is not reached. */
async function checkedOut(repository: string, commit: string): Promise<string | null> {
  const folder = path.join(stack.folder, repository.replace('/', '+'))
  const local =
    clones && clones !== 'online' && path.join(clones, repository.replace('/', '+'), 'repo')
  if (
    local &&
    !(await access(local).then(
      () => true,
      () => false,
    ))
  )
    return null
  const source = local ? `file://${local}` : `https://github.com/${repository}`
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder)
  const git = (...args: string[]) => run('git', args, { cwd: folder, timeout: minutes(2) })
  await git('init', '--quiet', '--initial-branch=main')
  try {
    await git('fetch', '--quiet', '--depth=1', source, commit)
  } catch {
    return null
  }
  await git('checkout', '--quiet', '-B', 'main', 'FETCH_HEAD')
  return folder
}

describe.skipIf(!isAsked).each(publicProjects)(
  '$repository',
  ({ repository, commit, config, graphs, input, output }) => {
    const title = `deploys ${config} unchanged${output ? ', and answers' : ''}`
    it(title, async (context) => {
      const folder = await checkedOut(repository, commit)
      if (!folder) {
        console.info(`Python: ${repository} was not reached, so it was not deployed.`)
        return context.skip()
      }
      const name = repository.replace(/^.*\//, '')
      const { deployment, revision } = await stack.deploy(folder, { name, config })
      const log = `/api-host/v2/deployments/${deployment.id}/revisions/${revision.id}/logs?type=build&limit=500`
      if (revision.status !== 'DEPLOYED') {
        const text = await (await stack.call('GET', log)).text()
        if (/Could not find a version|ConnectionError|NewConnectionError|Max retries/.test(text)) {
          console.info(`Python: the packages of ${repository} were not reached.`)
          return context.skip()
        }
        expect([revision.status, revision.status_message, text.slice(-3_000)]).toEqual(['DEPLOYED'])
      }
      const assistants = await stack.json<{ graph_id: string }[]>(
        'POST',
        `/agents/${name}/assistants/search`,
        {},
      )
      expect(assistants.map(({ graph_id }) => graph_id).sort()).toEqual(graphs)
      if (!output) return
      const answered = await stack.call('POST', `/agents/${name}/runs/wait`, {
        assistant_id: graphs[0],
        input,
      })
      expect(await answered.text()).toMatch(output)
    })
  },
)
