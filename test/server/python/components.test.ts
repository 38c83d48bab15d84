/** What a graph in Python says by components of its project. */
import { expect, it } from 'vitest'
import { writtenProject } from './written-project.ts'

const project = writtenProject()

const agent = `from typing import Annotated, Sequence

from langchain_core.messages import AIMessage
from langgraph.graph import START, MessagesState, StateGraph
from langgraph.graph.ui import AnyUIMessage, delete_ui_message, push_ui_message, ui_message_reducer


class State(MessagesState):
    ui: Annotated[Sequence[AnyUIMessage], ui_message_reducer]


def say(state):
    message = AIMessage(id="said", content="Here is the weather.")
    first = push_ui_message("weather", {"city": "Oslo"}, message=message)
    push_ui_message("weather", {"degrees": 7}, id=first["id"], message=message, merge=True)
    delete_ui_message(push_ui_message("weather", {"city": "Rome"}, message=message)["id"])
    return {"messages": [message]}


graph = StateGraph(State).add_node("say", say).add_edge(START, "say").compile()
`

it('36.3: is in the state and in the stream, with its message', async () => {
  await project.load({ 'agent.py': agent }, {})
  const input = { messages: [{ role: 'user', content: 'hello' }] }
  const { thread_id } = await (await project.ask('POST', '/threads', { body: '{}' })).json()
  const stream = await project.ask('POST', `/threads/${thread_id}/runs/stream`, {
    body: JSON.stringify({ assistant_id: 'agent', input, stream_mode: ['custom'] }),
  })
  const text = await stream.text()
  expect(text.match(/"type": ?"(remove-)?ui"/g)).toHaveLength(4)
  const { values } = await (await project.ask('GET', `/threads/${thread_id}/state`)).json()
  expect(values.ui).toMatchObject([
    {
      type: 'ui',
      name: 'weather',
      props: { city: 'Oslo', degrees: 7 },
      metadata: { message_id: 'said' },
    },
  ])
  expect(values.ui).toHaveLength(1)
})
