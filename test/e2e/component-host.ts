import http, { type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** A page as the published guide writes it: the thread by `useStream`, what components say by `LoadExternalComponent`. */
const page = `
import { createRoot } from 'react-dom/client'
import { useStream } from '@langchain/langgraph-sdk/react'
import { LoadExternalComponent, uiMessageReducer } from '@langchain/langgraph-sdk/react-ui'

function Page() {
  const stream = useStream({
    apiUrl: location.origin + '/agents/weather',
    assistantId: 'agent',
    onCustomEvent: (event, { mutate }) =>
      mutate((before) => ({ ...before, ui: uiMessageReducer(before.ui ?? [], event) })),
  })
  return (
    <main>
      <button onClick={() => stream.submit({ messages: [{ type: 'human', content: 'hello' }] })}>
        Ask
      </button>
      {(stream.values.ui ?? []).map((said) => (
        <LoadExternalComponent key={said.id} stream={stream} message={said} />
      ))}
    </main>
  )
}
createRoot(document.querySelector('#app')).render(<Page />)
`

/** The page and, on its own origin, the agent server with the key added, as a site's own backend would do. */
export async function openComponentHost(server: { url: string; apiKey: string }) {
  const { outputFiles } = await build({
    stdin: { contents: page, resolveDir: root, loader: 'tsx' },
    bundle: true,
    write: false,
    format: 'iife',
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
  })
  const host: Server = http.createServer((request, response) => {
    if (request.url?.startsWith('/agents/')) return forward(server, request, response)
    const isScript = request.url === '/page.js'
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html')
    response.end(
      isScript
        ? outputFiles[0]?.text
        : '<!doctype html><div id="app"></div><script src="/page.js"></script>',
    )
  })
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(host.address() as AddressInfo).port}`, host }
}

function forward(
  server: { url: string; apiKey: string },
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const headers = { ...request.headers, 'x-api-key': server.apiKey }
  const { method, url = '/' } = request
  const forwarded = http.request(server.url + url, { method, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(response)
  })
  response.once('close', () => forwarded.destroy())
  forwarded.once('error', () => response.destroy())
  request.pipe(forwarded)
}
