import type { OwnServer } from '../protocol/project-requests.ts'
import { currentAttempt } from '../run-output.ts'

const keyNames = ['LANGGRAPH_API_KEY', 'LANGSMITH_API_KEY', 'LANGCHAIN_API_KEY']

/**
 * Tells code of the project where the agent server of its own deployment is: by the variables that published clients
 * read, and by what they look for where they are given no address. Variables that the project sets stay as they are.
 */
export function provideOwnServer({ port, key }: OwnServer, env: NodeJS.ProcessEnv): void {
  env.PORT ??= String(port)
  if (!keyNames.some((name) => env[name])) env.LANGGRAPH_API_KEY = key
  const ofRun: typeof fetch = (input, init) => {
    const request = new Request(input, init)
    request.headers.set('x-api-key', currentAttempt() ?? key)
    return fetch(request)
  }
  Object.assign(globalThis, {
    [Symbol.for('langgraph_api:url')]: `http://127.0.0.1:${port}`,
    [Symbol.for('langgraph_api:fetch')]: ofRun,
  })
}
