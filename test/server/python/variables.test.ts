/** Variables that agents in Python, or their library, go by (36.3). */
import { expect, it, onTestFinished } from 'vitest'
import { startHarness } from '../agent-server/harness.ts'

const graphs = { steps: './steps.py:graph', troubled: './troubled.py:graph' }
async function ended(env: Record<string, string>, assistant_id: string, input: object) {
  const h = await startHarness({ graphs, language: 'python', env })
  onTestFinished(() => h.close())
  const run = await h.ended(await h.run(await h.thread(), { assistant_id, input }))
  const lines = () =>
    h.logs
      .filter(({ runId }) => runId === run.run_id)
      .map(({ level, message }) => `${level} ${message}`)
  return { run, lines }
}

it('36.3: LOG_LEVEL: loggers tell from that level on', async () => {
  const all = await ended({ LOG_LEVEL: 'debug' }, 'troubled', { trouble: 'log' })
  await expect.poll(all.lines).toContain('DEBUG more than asked')
  const few = await ended({ LOG_LEVEL: 'ERROR' }, 'troubled', { trouble: 'log' })
  await expect.poll(few.lines).toContain('ERROR no room')
  expect(few.lines()).not.toContain('INFO as asked')
})

it('36.3: LANGGRAPH_DEFAULT_RECURSION_LIMIT: a run that says nothing of it takes so many steps', async () => {
  const { run } = await ended({ LANGGRAPH_DEFAULT_RECURSION_LIMIT: '1' }, 'steps', {})
  expect(run).toMatchObject({ status: 'error', error: expect.stringContaining('ecursion limit') })
})
