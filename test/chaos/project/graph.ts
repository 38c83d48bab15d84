import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import {
  Annotation,
  END,
  type LangGraphRunnableConfig,
  START,
  StateGraph,
} from '@langchain/langgraph'

/** What a run is to do. */
interface Plan {
  run: string
  steps: number
  /** How many events each step tells, and the pause before each of them. */
  tells: number
  ms: number
  /** The step that throws, or null. */
  fails: number | null
}

/** One execution of a step: a step that is repeated has another token. */
interface Done {
  run: string
  step: number
  token: string
}

const State = Annotation.Root({
  plan: Annotation<Plan>(),
  done: Annotation<number>(),
  log: Annotation<Done[]>({ reducer: (before, more) => [...before, ...more], default: () => [] }),
})

/** Tells which process told an event: an attempt works in one. */
const executor = randomUUID()

/** So many steps, each of which tells numbered events and leaves one entry: what is stored can be compared with it. */
export const graph = new StateGraph(State)
  .addNode('step', async ({ plan, done }, config: LangGraphRunnableConfig) => {
    const step = done + 1
    const token = randomUUID()
    for (let tell = 0; tell < plan.tells; tell += 1) {
      await pause(plan.ms, undefined, { signal: config.signal })
      config.writer?.({ run: plan.run, step, tell, token, executor })
    }
    if (plan.fails === step) throw new Error('planned failure')
    return { done: step, log: [{ run: plan.run, step, token }] }
  })
  .addEdge(START, 'step')
  .addConditionalEdges('step', ({ plan, done }) => (done < plan.steps ? 'step' : END), [
    'step',
    END,
  ])
  .compile()
