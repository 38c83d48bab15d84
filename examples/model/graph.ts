/**
 * A chat with a language model of your choice: anything that speaks the chat completions of OpenAI,
 * on this machine or elsewhere. Three secrets of the deployment say where it is: `MODEL_BASE_URL`,
 * `MODEL_NAME` and, if the server wants a key, `MODEL_API_KEY`. The answer streams token by token
 * with the tokens used at its end, a stop ends the request, and a missing secret, a server that
 * cannot be reached, a wrong key or an unknown model ends the run with a sentence that says what to
 * do. The key is never part of an error, a message or the state.
 */
import {
  END,
  type LangGraphRunnableConfig,
  MessagesValue,
  START,
  StateGraph,
  StateSchema,
} from '@langchain/langgraph'
import { OpenAIChatModel } from './openai-chat-model.ts'

const State = new StateSchema({ messages: MessagesValue })
const model = new OpenAIChatModel()

async function chat(state: typeof State.State, config: LangGraphRunnableConfig) {
  return { messages: [await model.invoke(state.messages, config)] }
}

export const graph = new StateGraph(State)
  .addNode('chat', chat)
  .addEdge(START, 'chat')
  .addEdge('chat', END)
  .compile({ name: 'model' })
