import path from 'node:path'
import { expect, it } from 'vitest'
import type { Run } from '../../../src/contract/agent-server/runs.ts'
import type { LogEntry } from '../../../src/contract/control-plane/revisions.ts'
import { eachMayTake } from '../../helpers/each-may-take.ts'
import { makeRepository } from '../../helpers/git.ts'
import { startStack } from '../../helpers/stack.ts'

eachMayTake(2)

const printed = 100_000

const project = {
  'langgraph.json': JSON.stringify({ graphs: { agent: './agent.ts:graph' } }),
  'agent.ts': `import { Annotation, START, StateGraph } from '@langchain/langgraph'

export const graph = new StateGraph(Annotation.Root({ lines: Annotation<number>() }))
  .addNode('print', ({ lines }) => {
    for (let n = 0; n < lines; n += 1) console.log('\\u001b[32mline\\u001b[0m ' + n)
    return {}
  })
  .addEdge(START, 'print')
  .compile()
`,
}

it('a run that prints 100,000 lines at once has each of them in the log, or a line that counts it', async () => {
  const stack = await startStack()
  try {
    const repository = await makeRepository(path.join(stack.folder, 'project'), project)
    const { deployment, revision } = await stack.deploy(repository.folder)
    expect(revision.status).toBe('DEPLOYED')
    const run = async (lines: number) => {
      const body = { assistant_id: 'agent', input: { lines } }
      const thread = await stack.json<{ thread_id: string }>('POST', '/agents/agent/threads', {})
      const at = `/agents/agent/threads/${thread.thread_id}/runs`
      const made = await stack.json<Run>('POST', at, body)
      await (await stack.call('GET', `${at}/${made.run_id}/join`)).text()
      return made.run_id
    }
    const url = `/api-host/v2/deployments/${deployment.id}/revisions/${revision.id}/logs`
    const told = (lines: LogEntry[]) => lines.reduce((sum, { dropped }) => sum + (dropped ?? 1), 0)
    /** Read on and on until so many lines are told of. */
    const linesOf = async (runId: string, count: number) => {
      const lines: LogEntry[] = []
      while (told(lines) < count) {
        const after = lines.length > 0 ? `&offset=${lines.at(-1)?.id}` : ''
        const query = `type=deploy&limit=10000&run_id=${runId}${after}`
        lines.push(...(await stack.json<{ logs: LogEntry[] }>('GET', `${url}?${query}`)).logs)
      }
      return lines
    }
    const lines = await linesOf(await run(printed), printed)
    expect(told(lines)).toBe(printed)
    // Where each stands is known by what stands before it.
    let next = 0
    const misplaced = lines.filter(({ message, dropped }) => {
      const isDue = dropped ? /^\d+ (more )?lines/.test(message) : message.endsWith(`m ${next}`)
      next += dropped ?? 1
      return !isDue
    })
    expect(misplaced).toEqual([])
    expect(lines[0]).toMatchObject({ stream: 'agent', message: '\u001b[32mline\u001b[0m 0' })
    // Others go on, and theirs are found alone.
    expect(await linesOf(await run(3), 3)).toHaveLength(3)
  } finally {
    await stack.close()
  }
})
