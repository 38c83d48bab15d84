/** The examples in Python on a first start: deployed where they can be installed, otherwise with what to do. */
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Deployment } from '../../../src/contract/control-plane/deployments.ts'
import type { PythonExamples } from '../../../src/contract/gateway/examples.ts'
import { eachMayTake } from '../../helpers/each-may-take.ts'
import { minutes } from '../../helpers/patience.ts'
import { type Stack, startStack } from '../../helpers/stack.ts'

eachMayTake(2)

const { execPath } = process
let stack: Stack | undefined
beforeEach(() => {
  // A wheelhouse, as on a machine without a network.
  vi.stubEnv('PIP_NO_INDEX', '1')
  vi.stubEnv('PIP_FIND_LINKS', process.env.QUARTERDECK_TEST_WHEELS)
})
afterEach(async () => {
  vi.unstubAllEnvs()
  process.execPath = execPath
  await stack?.close()
})

const asked = (of: Stack) => of.json<PythonExamples>('GET', '/api-host/v2/examples/python')
const named = async (of: Stack, name: string) => {
  const { resources } = await of.json<{ resources: Deployment[] }>(
    'GET',
    '/api-host/v2/deployments',
  )
  return resources.find((one) => one.name === name)
}

it('are deployed beside the others where they can be installed, and answer', async () => {
  const started = await startStack({ withExamples: true, hasPythonExamples: true })
  stack = started
  await expect
    .poll(() => named(started, 'examples-python'), { timeout: minutes(1), interval: 200 })
    .toBeDefined()
  const made = await named(started, 'examples-python')
  const revision = await started.settled(made?.id ?? '', made?.latest_revision_id ?? null)
  expect([revision.status, revision.status_reason]).toEqual(['DEPLOYED', null])
  expect(await asked(started)).toMatchObject({ problem: null, deployment_id: made?.id })
  const answer = await started.json<{ completed: number }>(
    'POST',
    '/agents/examples-python/runs/wait',
    { assistant_id: 'slow', input: { steps: 2, seconds: 0 } },
  )
  expect(answer.completed).toBe(2)
})

it.each([
  ['no Python', 'PATH', /this server has none: Python 3\.10 or later is needed\. Install it/],
  ['no package', 'PIP_FIND_LINKS', /langgraph is not reached from this server \(ERROR: .*network/],
])('with %s it is said what to install, and nothing is deployed', async (_what, name, sentence) => {
  stack = await startStack({ hasPythonExamples: true })
  const empty = path.join(stack.folder, 'empty')
  await mkdir(empty)
  vi.stubEnv(name, empty)
  if (name === 'PATH') {
    // Interpreters are looked for there as well.
    vi.stubEnv('HOME', empty)
    process.execPath = path.join(empty, 'node')
  }
  const { request, problem, deployment_id } = await asked(stack)
  expect(problem).toMatch(sentence)
  expect(deployment_id).toBeNull()
  expect(request?.source_revision_config).toMatchObject({
    langgraph_config_path: 'examples-python/langgraph.json',
  })
})
