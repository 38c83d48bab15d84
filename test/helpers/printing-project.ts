/** A repository whose agent prints the `lines` of its input. */
export const printingProject = {
  'langgraph.json': JSON.stringify({ graphs: { agent: './agent.ts:graph' } }),
  'agent.ts': `import { Annotation, START, StateGraph } from '@langchain/langgraph'

export const graph = new StateGraph(Annotation.Root({ lines: Annotation<string[]>() }))
  .addNode('print', ({ lines }) => {
    for (const line of lines) console.log(line)
    return {}
  })
  .addEdge(START, 'print')
  .compile()
`,
}
