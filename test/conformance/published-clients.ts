/** A client that others publish, and the test that runs it, unchanged, against this server. */
export interface PublishedClient {
  name: string
  /** How it is installed here; its version is told by that. */
  package: string
  does: string
  test: string
}

export const publishedClients: readonly PublishedClient[] = [
  {
    name: 'JavaScript SDK',
    package: '@langchain/langgraph-sdk',
    does: 'assistants, threads, runs, streams, store, crons',
    test: 'test/conformance/client.test.ts',
  },
  {
    name: 'React hook of the SDK',
    package: '@langchain/langgraph-sdk',
    does: '`useStream`: send, stop, questions, branches, rejoin',
    test: 'test/conformance/use-stream.test.tsx',
  },
  {
    name: 'React components of the SDK',
    package: '@langchain/langgraph-sdk',
    does: '`LoadExternalComponent` draws components of a project on a page',
    test: 'test/e2e/component-host.ts',
  },
  {
    name: 'JavaScript SDK, streaming',
    package: '@langchain/langgraph-sdk',
    does: '`client.threads.stream` by the streaming protocol, as event streams and on a WebSocket',
    test: 'test/conformance/thread-stream.test.ts',
  },
  {
    name: 'React package, newest',
    package: 'react-newest',
    does: '`useStream` by the streaming protocol',
    test: 'test/conformance/thread-hook.test.tsx',
  },
  {
    name: '`RemoteGraph`',
    package: '@langchain/langgraph',
    does: 'a deployed graph as a part of another one',
    test: 'test/conformance/remote-graph.test.ts',
  },
  {
    name: 'AG-UI client, of CopilotKit',
    package: '@ag-ui/langgraph',
    does: 'conversations, tools, questions and their answers',
    test: 'test/conformance/ag-ui.test.ts',
  },
  {
    name: 'MCP client',
    package: '@modelcontextprotocol/sdk',
    does: 'tools, calls, progress, questions, cancelling, sessions',
    test: 'test/server/agent-server/mcp/mcp.test.ts',
  },
  {
    name: 'A2A client',
    package: '@a2a-js/sdk',
    does: 'cards, messages, streams, tasks, questions, cancelling',
    test: 'test/server/agent-server/a2a/a2a.test.ts',
  },
  {
    name: 'Client of the tracing service',
    package: 'langsmith',
    does: 'votes, feedback tokens, reading and listing runs',
    test: 'test/conformance/tracing-client.test.ts',
  },
  {
    name: 'Client of the tracing service, traces',
    package: 'langsmith',
    does: 'what runs did: steps, answers of models, calls of tools; projects',
    test: 'test/conformance/trace.test.ts',
  },
]
