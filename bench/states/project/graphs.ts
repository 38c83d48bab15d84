import { randomBytes } from 'node:crypto'
import { Annotation, START, StateGraph } from '@langchain/langgraph'

const State = Annotation.Root({
  /** How much each step writes, in megabytes, and how many steps are left. */
  size: Annotation<number>(),
  steps: Annotation<number>(),
  lines: Annotation<string[]>(),
})

/** Each step replaces the state's lines by as many others: a history of `steps` such states. */
export const grow = new StateGraph(State)
  .addNode('write', ({ size, steps }) => ({
    steps: steps - 1,
    lines: Array.from({ length: size * 1024 }, () => randomBytes(765).toString('base64')),
  }))
  .addEdge(START, 'write')
  .addConditionalEdges('write', ({ steps }) => (steps > 0 ? 'write' : '__end__'))
  .compile()
