import { expect, it } from 'vitest'
import { loadComponent } from './load-component.ts'

const inJavaScript = `<link rel="stylesheet" href="https://agent.example/ui/agent/entrypoint.css" />
<script src="https://agent.example/ui/agent/entrypoint.js" onload='__LGUI_agent.render("card", "{{shadowRootId}}")'></script>`
const inPython = `<script src="/ui/agent/entrypoint.js" onload='__LGUI_agent.render(&quot;card&quot;, "{{shadowRootId}}")'></script>
<link rel="stylesheet" href="/ui/agent/entrypoint.css" />`

/** A server with such a markup, and what it was asked. */
function server(markup: () => string | null) {
  const asked: string[] = []
  const fetch = async (url: string | URL | Request, init?: RequestInit) => {
    asked.push(`${init?.method} ${url}`)
    const text = String(url).endsWith('/ui/agent')
      ? markup()
      : `of ${String(url).split('/').at(-1)}`
    return text === null ? new Response('away', { status: 503 }) : new Response(text)
  }
  return { asked, transport: { baseUrl: 'https://here.example/agent', fetch } }
}

it.each([
  ['JavaScript', inJavaScript],
  ['Python', inPython],
])(
  'the markup of the published server in %s leads to its files, asked of the server itself',
  async (_of, markup) => {
    const { asked, transport } = server(() => markup)
    expect(await loadComponent(transport, 'agent', 'card')).toEqual({
      global: '__LGUI_agent',
      scripts: ['of entrypoint.js'],
      styles: ['of entrypoint.css'],
    })
    expect(asked.sort()).toEqual([
      'GET https://here.example/agent/ui/agent/entrypoint.css',
      'GET https://here.example/agent/ui/agent/entrypoint.js',
      'POST https://here.example/agent/ui/agent',
    ])
  },
)

it('what the markup has of other addresses is not asked for', async () => {
  const elsewhere = `<script src="https://evil.example/x.js"></script><img src="/ui/agent/x.png">`
  const { asked, transport } = server(() => elsewhere)
  expect(await loadComponent(transport, 'agent', 'card')).toMatchObject({
    scripts: [],
    styles: [],
  })
  expect(asked).toEqual(['POST https://here.example/agent/ui/agent'])
})

it('is loaded once for many, anew a while later, and again after it failed', async () => {
  let isAway = true
  const { asked, transport } = server(() => (isAway ? null : inPython))
  await expect(loadComponent(transport, 'agent', 'card', 0)).rejects.toThrow('away')
  isAway = false
  await Promise.all(['card', 'list'].map((name) => loadComponent(transport, 'agent', name, 1)))
  const posts = () => asked.filter((one) => one.startsWith('POST')).length
  expect(posts()).toBe(2)
  await loadComponent(transport, 'agent', 'card', 20_000)
  expect(posts()).toBe(3)
})
