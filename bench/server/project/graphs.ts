import { FakeListChatModel } from '@langchain/core/utils/testing'
import { Annotation, MessagesAnnotation, START, StateGraph } from '@langchain/langgraph'

const Count = Annotation.Root({ count: Annotation<number> })

/** One step that does next to nothing: what a run costs besides its own work. */
export const trivial = new StateGraph(Count)
  .addNode('add', ({ count }) => ({ count: (count ?? 0) + 1 }))
  .addEdge(START, 'add')
  .compile()

const Answer = Annotation.Root({ ...MessagesAnnotation.spec, tokens: Annotation<number> })

/** A model that answers with so many tokens as fast as they are taken. */
export const tokens = new StateGraph(Answer)
  .addNode('respond', async (state) => {
    const model = new FakeListChatModel({ responses: ['x'.repeat(state.tokens)] })
    return { messages: [await model.invoke(state.messages)] }
  })
  .addEdge(START, 'respond')
  .compile()
