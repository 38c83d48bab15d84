import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { agentProject, makeRepository } from '../../helpers/git.ts'
import { type Stack, startStack } from '../../helpers/stack.ts'

let stack: Stack
beforeAll(async () => {
  stack = await startStack({
    isolation: {
      mode: 'require',
      memoryPercent: 50,
      processes: 512,
      // Nothing that is enclosed so can start, on whatever machine: what is tried out at the start fails.
      openFiles: 1,
      folders: [],
      metadata: 'open',
      systemCalls: 'filtered',
      secretFiles: [],
    },
  })
})
afterAll(() => stack?.close())

it('where agents cannot be kept apart, `require` deploys nothing, and says why', async () => {
  expect(stack.notices).toContainEqual(
    expect.stringMatching(/^Agents are not kept apart from this server \(.+\)/),
  )
  const { folder } = await makeRepository(
    path.join(stack.folder, 'repository'),
    agentProject('one'),
  )
  const { deployment, revision } = await stack.deploy(folder)
  expect(revision).toMatchObject({
    status: 'CREATE_FAILED',
    status_reason: expect.stringMatching(
      /^This server deploys only where agents are kept apart from it \(QUARTERDECK_ISOLATION=require\), and this machine does not offer that: .+\.$/,
    ),
  })
  expect(deployment.active_revision_id).toBeNull()
})
