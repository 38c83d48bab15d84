import { randomBytes, randomInt } from 'node:crypto'
import { Annotation, START, StateGraph } from '@langchain/langgraph'

const State = Annotation.Root({
  /** How much each step writes, in megabytes, and how many steps are left. */
  size: Annotation<number>(),
  steps: Annotation<number>(),
  lines: Annotation<string[]>(),
  /** Of what: noise, as pictures are, or words. */
  of: Annotation<'noise' | 'words'>(),
})

const vocabulary = Array.from({ length: 2_000 }, () =>
  randomBytes(4).toString('hex').slice(randomInt(6)),
)
const words = () =>
  Array.from({ length: 180 }, () => vocabulary[randomInt(2_000)])
    .join(' ')
    .slice(0, 1_020)
const noise = () => randomBytes(765).toString('base64')

/** Each step replaces the state's lines by as many others: a history of `steps` such states. */
export const grow = new StateGraph(State)
  .addNode('write', ({ size, steps, of }) => ({
    steps: steps - 1,
    lines: Array.from({ length: size * 1024 }, of === 'words' ? words : noise),
  }))
  .addEdge(START, 'write')
  .addConditionalEdges('write', ({ steps }) => (steps > 0 ? 'write' : '__end__'))
  .compile()
