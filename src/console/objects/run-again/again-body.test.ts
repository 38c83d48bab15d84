import { describe, expect, it } from 'vitest'
import { RunCreate } from '../../../contract/agent-server/run-request.ts'
import type { Run } from '../../../contract/agent-server/runs.ts'
import { againBody } from './again-body.ts'

const run = (kwargs: Record<string, unknown>) => ({ run_id: 'r', kwargs }) as unknown as Run
const again = {
  assistant_id: 'a',
  checkpoint_id: 'c',
  keepsConfig: true,
  takesFeedback: true,
}

describe('againBody', () => {
  it('asks the same with the same options, from where the run began', () => {
    const body = againBody(
      run({
        input: { text: 'hi' },
        config: {
          recursion_limit: 9,
          configurable: { tone: 'calm', thread_id: 't', __secret: 1, langgraph_auth_user: {} },
          metadata: { by: 'server' },
        },
        context: { plan: 'pro' },
        interrupt_before: ['act'],
        feedback_keys: ['user_score'],
        command: null,
      }),
      again,
    )
    expect(body).toMatchObject({
      assistant_id: 'a',
      input: { text: 'hi' },
      checkpoint: { checkpoint_id: 'c' },
      config: { recursion_limit: 9, configurable: { tone: 'calm' } },
      context: { plan: 'pro' },
      interrupt_before: ['act'],
      feedback_keys: ['user_score'],
      stream_resumable: true,
    })
    expect(body.config?.configurable).toEqual({ tone: 'calm' })
    expect(body).not.toHaveProperty('command')
    expect(RunCreate.safeParse(body).success).toBe(true)
  })

  it('answers the same question, and goes on from the same middle', () => {
    expect(againBody(run({ command: { resume: 'yes' } }), again)).toMatchObject({
      command: { resume: 'yes' },
    })
    expect(againBody(run({ command: { resume: 'yes' } }), again)).not.toHaveProperty('input')
    expect(againBody(run({ input: null }), again)).toMatchObject({ input: null })
  })

  it('leaves another assistant its own configuration, and asks for no votes where none are taken', () => {
    const kwargs = { input: {}, config: { tags: ['x'] }, feedback_keys: ['user_score'] }
    const body = againBody(run(kwargs), { ...again, keepsConfig: false, takesFeedback: false })
    expect(body).not.toHaveProperty('config')
    expect(body).not.toHaveProperty('feedback_keys')
  })

  it('gives a graph what the assistant was made with that answered', () => {
    const configured = { config: { configurable: { tone: 'loud', lang: 'de' } }, context: { a: 1 } }
    const kwargs = { input: {}, config: { configurable: { tone: 'calm' } } }
    const body = againBody(run(kwargs), { ...again, checkpoint_id: null, configured })
    expect(body).toMatchObject({
      config: { configurable: { tone: 'calm', lang: 'de' } },
      context: { a: 1 },
    })
    expect(body).not.toHaveProperty('checkpoint')
  })
})
