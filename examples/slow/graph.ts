/**
 * A graph that takes its time, for trying out what happens to a run while it works: stop it and
 * keep the finished steps, roll it back, send a second message behind it, leave the page and come
 * back. The input says how much there is to do, as fields (`{"steps": 6, "seconds": 2}`) or in
 * words ("6 steps of 2 seconds"); without either it does 5 steps of 2 seconds. Every step is a
 * superstep of the graph, so each finished one has a checkpoint, a line in `log`, a message and a
 * custom event. Running on without new input after a stop goes on with the step that was cut off.
 */
import {
  END,
  type LangGraphRunnableConfig,
  MessagesValue,
  ReducedValue,
  START,
  StateGraph,
  StateSchema,
} from '@langchain/langgraph'
import { z } from 'zod'
import { pause } from '../shared/pause.ts'
import { latestRequest } from '../shared/requests.ts'
import { say } from '../shared/say.ts'
import { workloadOf } from './workload.ts'

const State = new StateSchema({
  messages: MessagesValue,
  steps: z.number().nullish().describe('How many steps to do, 1 to 100'),
  seconds: z.number().nullish().describe('How long each step takes, 0 to 60 seconds'),
  workload: z.object({ steps: z.number(), seconds: z.number() }).optional(),
  completed: z.number().default(0),
  log: new ReducedValue(
    z.array(z.string()).default(() => []),
    {
      inputSchema: z.array(z.string()),
      reducer: (lines, more) => [...lines, ...more],
    },
  ),
})

function prepare(state: typeof State.State): typeof State.Update {
  const { remarks, ...workload } = workloadOf(state, latestRequest(state.messages))
  const length = workload.seconds === 1 ? '1 second' : `${workload.seconds} seconds`
  const plan = `${count(workload.steps)} of ${length} each.`
  return {
    workload,
    completed: 0,
    // The fields belong to this input only: a later message on the thread must not inherit them.
    steps: null,
    seconds: null,
    log: [`prepared: ${plan}`],
    messages: [say([...remarks, `Starting ${plan}`].join(' '))],
  }
}

async function work(
  state: typeof State.State,
  config: LangGraphRunnableConfig,
): Promise<typeof State.Update> {
  const { steps, seconds } = workloadIn(state)
  const step = state.completed + 1
  config.writer?.({ type: 'progress', status: 'started', step, steps, seconds })
  await pause(seconds * 1000, config.signal)
  config.writer?.({ type: 'progress', status: 'completed', step, steps, seconds })
  const line = `Step ${step} of ${steps} done.`
  return { completed: step, log: [line], messages: [say(line)] }
}

function finish(state: typeof State.State): typeof State.Update {
  return {
    log: ['finished'],
    messages: [say(`All done: ${count(state.completed)} completed.`)],
  }
}

function next(state: typeof State.State): 'work' | 'finish' {
  return state.completed < workloadIn(state).steps ? 'work' : 'finish'
}

function workloadIn(state: typeof State.State): { steps: number; seconds: number } {
  if (!state.workload) throw new Error('The step has no workload: the run must begin at "prepare".')
  return state.workload
}

function count(steps: number): string {
  return steps === 1 ? '1 step' : `${steps} steps`
}

export const graph = new StateGraph(State)
  .addNode('prepare', prepare)
  .addNode('work', work)
  .addNode('finish', finish)
  .addEdge(START, 'prepare')
  .addEdge('prepare', 'work')
  .addConditionalEdges('work', next, ['work', 'finish'])
  .addEdge('finish', END)
  .compile({ name: 'slow' })
  // A hundred steps are more than the library's usual limit of 25.
  .withConfig({ recursionLimit: 120 })
