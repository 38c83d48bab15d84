import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Deployment } from '../../../src/contract/control-plane/deployments.ts'
import type { ReviewItem } from '../../../src/contract/qa/reviews.ts'
import { componentProject } from '../../helpers/component-project.ts'
import { makeRepository } from '../../helpers/git.ts'
import { type QaStack, startQaStack } from './qa-stack.ts'

type Asked = Parameters<QaStack['begin']>[1]

let qa: QaStack
let drawn: Deployment
/** Says the same by the same component, and its server hands out nothing that draws it. */
let undrawn: Deployment
beforeAll(async () => {
  qa = await startQaStack()
  drawn = await deployed('drawn', componentProject())
  const { 'agent.ts': agent, ...rest } = componentProject({}, { ui: undefined })
  const other = `${agent}`.replace('Here is the weather.', 'Here is a list.')
  undrawn = await deployed('undrawn', { ...rest, 'agent.ts': other })
})
afterAll(() => qa?.stack.close())

async function deployed(name: string, files: ReturnType<typeof componentProject>) {
  const { stack } = qa
  const repository = await makeRepository(path.join(stack.folder, name), files)
  return (await stack.deploy(repository.folder, { name })).deployment
}

/** A session of cases that say the same on each target, ended. */
async function tried(
  targets: readonly Deployment[],
  { texts = ['hello'], keys = ['one'], ...more }: { texts?: string[]; keys?: string[] } & Asked,
) {
  const turns = texts.map((text) => ({ do: 'send' as const, text }))
  const suite = await qa.suite(keys.map((key) => ({ key, turns })))
  const session = await qa.begin(suite, {
    targets: targets.map(({ id }) => ({
      connection_id: 'local',
      deployment_id: id,
      assistant_id: 'agent',
      revision_id: null,
    })),
    ...more,
  })
  return qa.ended(session.session_id)
}

async function codeAt(sessionId: string, rest: string) {
  const path = `/gateway/qa/sessions/${sessionId}/${rest}/components`
  const response = await qa.stack.call('GET', path)
  return { status: response.status, body: await response.json() }
}

it('36.3: an attempt tells what its agent said by components, with what they were given', async () => {
  const { session_id } = await tried([drawn], { texts: ['hello', 'draw nothing'] })
  const { one } = await qa.attempts(session_id)
  expect(one?.transcript).toEqual([
    { step: 'user', text: 'hello' },
    { step: 'answer', text: 'Here is the weather.' },
    { step: 'component', name: 'weather', props: { city: 'Oslo', asked: 'hello', degrees: 7 } },
    { step: 'user', text: 'draw nothing' },
    { step: 'answer', text: 'Here is the weather.' },
    { step: 'component', name: 'nothing', props: { asked: 'draw nothing' } },
  ])
})

it('36.3: whoever judges blind gets what draws each side, and nothing that tells which it is', async () => {
  const keys = ['one', 'two', 'three', 'four', 'five', 'six']
  const { session_id, status } = await tried([drawn, undrawn], { keys, is_blind: true })
  expect(status).toBe('done')
  for (const index of keys.keys()) {
    const path = `/gateway/qa/sessions/${session_id}/review/${index}`
    const { sides } = await qa.stack.json<ReviewItem>('GET', path)
    const saysList = sides.map(({ transcript }) => JSON.stringify(transcript).includes('a list'))
    expect(saysList.toSorted()).toEqual([false, true])
    const a = await codeAt(session_id, `review/${index}/a`)
    const b = await codeAt(session_id, `review/${index}/b`)
    const [kept, missing] = saysList[0] ? [b, a] : [a, b]
    expect(kept).toMatchObject({ status: 200, body: { global: '__LGUI_component' } })
    const script = kept.body.scripts.join('')
    expect(script).toContain('__LGUI_component')
    expect(script).not.toContain('__LGUI_agent')
    expect(kept.body.styles.join('')).toContain('rounded-xl')
    const detail = 'What draws it was not read when it was said.'
    expect(missing).toMatchObject({ status: 404, body: { detail } })
  }
  expect((await codeAt(session_id, 'review/6/a')).status).toBe(404)
  expect((await codeAt(session_id, 'review/0/c')).status).toBe(422)
  // Nor is it told by what is of an attempt, whose ids they do not know.
  const some = '0192f0c1-0000-7000-8000-000000000000'
  expect((await codeAt(session_id, `attempts/${some}`)).status).toBe(403)
})

it('36.3: what draws a component is kept with the attempt, when its deployment is gone as well', async () => {
  const gone = await deployed('gone', componentProject())
  const { session_id } = await tried([gone], {})
  await qa.stack.call('DELETE', `/api-host/v2/deployments/${gone.id}`)
  const { one } = await qa.attempts(session_id)
  const { status, body } = await codeAt(session_id, `attempts/${one?.attempt_id}`)
  expect(status).toBe(200)
  expect(body.scripts).toHaveLength(1)
  const asked = await codeAt(session_id, 'attempts/0192f0c1-0000-7000-8000-000000000000')
  expect(asked.status).toBe(404)
})

it('36.3: what said nothing by a component has nothing kept to draw', async () => {
  const { session_id } = await tried([], {
    targets: [{ ...qa.target('approval'), revision_id: null }],
  })
  const { one } = await qa.attempts(session_id)
  expect((await codeAt(session_id, `attempts/${one?.attempt_id}`)).status).toBe(404)
})
