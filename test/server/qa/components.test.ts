import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { componentProject } from '../../helpers/component-project.ts'
import { makeRepository } from '../../helpers/git.ts'
import { type QaStack, startQaStack } from './qa-stack.ts'

let qa: QaStack
beforeAll(async () => {
  qa = await startQaStack()
})
afterAll(() => qa?.stack.close())

it('36.3: an attempt tells what its agent said by components, with what they were given', async () => {
  const { stack } = qa
  const repository = await makeRepository(path.join(stack.folder, 'weather'), componentProject())
  const { deployment } = await stack.deploy(repository.folder, { name: 'weather' })
  const target = { connection_id: 'local', deployment_id: deployment.id, assistant_id: 'agent' }
  const turns = ['hello', 'draw nothing'].map((text) => ({ do: 'send' as const, text }))
  const suite = await qa.suite([{ key: 'one', turns }])
  const session = await qa.begin(suite, { targets: [{ ...target, revision_id: null }] })
  await qa.ended(session.session_id)
  const { one } = await qa.attempts(session.session_id)
  expect(one?.transcript).toEqual([
    { step: 'user', text: 'hello' },
    { step: 'answer', text: 'Here is the weather.' },
    { step: 'component', name: 'weather', props: { city: 'Oslo', asked: 'hello', degrees: 7 } },
    { step: 'user', text: 'draw nothing' },
    { step: 'answer', text: 'Here is the weather.' },
    { step: 'component', name: 'nothing', props: { asked: 'draw nothing' } },
  ])
})
