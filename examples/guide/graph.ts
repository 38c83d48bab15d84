/**
 * An assistant that answers questions about Quarterdeck from Quarterdeck's own documentation: the
 * pages in `docs/` and the README of the repository that it was deployed from. It works like any
 * agent (agent → tools → agent): the model calls the tool `search_docs`, reads what that found, and
 * streams an answer in markdown that quotes the best passage and names its sources. It needs no key
 * and no network, and when the documentation has nothing on a question it says so.
 */
import {
  type LangGraphRunnableConfig,
  MessagesValue,
  START,
  StateGraph,
  StateSchema,
} from '@langchain/langgraph'
import { ToolNode, toolsCondition } from '@langchain/langgraph/prebuilt'
import { GuideModel } from './guide-model.ts'
import { createLibrary } from './library.ts'
import { searchDocsTool } from './search-docs.ts'
import { readSections } from './sections.ts'

const State = new StateSchema({ messages: MessagesValue })

/**
 * Builds the graph over the documentation of the project in the folder `root`, which is read once,
 * here. `paceMs` is the time between two tokens of an answer, in milliseconds.
 */
export function buildGuide({ root, paceMs }: { root: URL; paceMs: number }) {
  const library = createLibrary(readSections(root))
  const model = new GuideModel({ topics: library.topics, paceMs })
  const agent = async (state: typeof State.State, config: LangGraphRunnableConfig) => ({
    messages: [await model.invoke(state.messages, config)],
  })
  return new StateGraph(State)
    .addNode('agent', agent)
    .addNode('tools', new ToolNode([searchDocsTool(library)]))
    .addEdge(START, 'agent')
    .addConditionalEdges('agent', toolsCondition, ['tools', '__end__'])
    .addEdge('tools', 'agent')
    .compile({ name: 'guide' })
}

export const graph = buildGuide({ root: new URL('../../', import.meta.url), paceMs: 15 })
