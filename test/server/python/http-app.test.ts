/** What an app in Python is told and may do, and what is said of one that cannot answer. */
import { expect, it } from 'vitest'
import { writtenProject } from './written-project.ts'

const project = writtenProject()

const agent = `from langgraph.graph import START, MessagesState, StateGraph

graph = StateGraph(MessagesState).add_node("answer", lambda _state: {}).add_edge(START, "answer")
`
const begin = `import asyncio, os, urllib.request

def passed(name): urllib.request.urlopen(os.environ["GATE_URL"] + "/" + name)

async def start(send, status=200, headers=()):
    await send({"type": "http.response.start", "status": status, "headers": headers})

async def body(send, text=b"", more=False):
    await send({"type": "http.response.body", "body": text, "more_body": more})
`
const load = (code: string) =>
  project.load(
    { 'agent.py': agent, 'routes.py': `${begin}\n${code}` },
    { http: { app: './routes.py:app', are_custom_routes_open: false, closed: [] } },
  )
/** Waits until a line with these words is in the deploy log, as an error. */
const logged = (words: string) =>
  expect
    .poll(() => project.harness.logs)
    .toContainEqual(
      expect.objectContaining({ level: 'ERROR', message: expect.stringContaining(words) }),
    )

it('is started before it serves, and its requests find what that has left', async () => {
  await load(`
async def app(scope, receive, send):
    if scope["type"] == "lifespan":
        assert (await receive())["type"] == "lifespan.startup"
        scope["state"]["words"] = ["made", "once"]
        await send({"type": "lifespan.startup.complete"})
        await receive()
    told = [*scope["state"]["words"], str(len(scope["state"]))]
    scope["state"]["other"] = 1
    await start(send)
    await body(send, " ".join(told).encode())
`)
  for (const _time of [1, 2]) {
    expect(await (await project.ask('GET', '/words')).text()).toBe('made once 1')
  }
})

it.each([
  [
    'says so with its traceback, as frameworks do',
    `async def app(scope, receive, send):
    await receive()
    await send({"type": "lifespan.startup.failed", "message": "Traceback:\\n  at x\\nValueError: no database\\n"})
    raise ValueError("no database")`,
    'its startup failed with “ValueError: no database”',
  ],
  [
    'raises',
    `async def app(scope, receive, send):
    await receive()
    raise ValueError("no database")`,
    'its startup failed with “ValueError: no database”',
  ],
  ['is for WSGI', 'def app(environ, start_response): return []', 'is no ASGI app'],
  [
    'is a class',
    'class app:\n    def __init__(self, scope, receive, send): pass',
    'is no ASGI app',
  ],
  ['is not there', 'other = 1', './routes.py has no export named “app”'],
])('an app that %s does not serve', async (_name, code, words) => {
  const loading = load(code)
  await expect(loading).rejects.toThrow('The app of http cannot be loaded: ')
  await expect(loading).rejects.toThrow(words)
})

it('is told the request, and may leave its body unread', async () => {
  await load(`
async def app(scope, receive, send):
    if scope["type"] == "lifespan": raise ValueError("not known")
    told = [scope[name] for name in ("method", "scheme", "path", "raw_path", "query_string", "root_path")]
    first = await receive() if scope["method"] == "GET" else None
    await start(send, 202, [(b"x-seen", dict(scope["headers"]).get(b"x-own", b"none"))])
    await body(send, str([told, first]).encode())
    for _again in range(2): await asyncio.to_thread(passed, (await receive())["type"])
`)
  const { gates } = project.harness
  gates.open('http.disconnect')
  const answer = await project.ask('GET', '/a%20b/é?x=%2F&y', { headers: { 'X-Own': 'kept' } })
  expect([answer.status, answer.headers.get('x-seen')]).toEqual([202, 'kept'])
  expect(await answer.text()).toBe(
    "[['GET', 'http', '/a b/é', b'/a%20b/%C3%A9', b'x=%2F&y', ''], {'type': 'http.request', 'body': b'', 'more_body': False}]",
  )
  const unread = await project.ask('POST', '/unread', { body: 'x'.repeat(2_000_000) })
  expect([unread.status, (await unread.text()).includes('/unread')]).toEqual([202, true])
  await gates.visited('http.disconnect', 4)
})

it('answers HEAD without a body, and a status that has none', async () => {
  await load(`
async def app(scope, receive, send):
    await start(send, 304 if scope["path"] == "/same" else 200, [(b"x-length", b"3")])
    await body(send, b"abc")
    await asyncio.to_thread(passed, "sent")
`)
  const { gates } = project.harness
  gates.open('sent')
  const head = await project.ask('HEAD', '/x')
  expect([head.status, head.headers.get('x-length'), await head.text()]).toEqual([200, '3', ''])
  await gates.visited('sent', 1)
  expect((await project.ask('GET', '/same')).status).toBe(304)
  expect(await (await project.ask('GET', '/x')).text()).toBe('abc')
})

it.each([
  ['that returns without an answer', 'pass', 'has left a request without its answer'],
  ['that ends its program', 'raise SystemExit(3)', 'SystemExit: 3'],
  [
    'with a header that cannot be sent',
    'await start(send, 200, [(b"x-own", b"a\\nb")])',
    'a header that cannot be sent: x-own',
  ],
  ['that answers out of turn', 'await body(send)', 'sent a http.response.body where there is none'],
])('an app %s has failed, and the log says why', async (_name, code, words) => {
  await load(`
async def app(scope, receive, send):
    if scope["type"] == "lifespan": raise ValueError("not known")
    ${code}
`)
  const answer = await project.ask('GET', '/x')
  expect([answer.status, await answer.json()]).toEqual([
    502,
    { detail: expect.stringContaining('its deploy log says why') },
  ])
  await logged(words)
  expect((await project.ask('POST', '/threads/search', { body: '{}' })).status).toBe(200)
})

it('an answer that breaks off is broken off, not ended', async () => {
  await load(`
async def app(scope, receive, send):
    await start(send)
    await body(send, b"begun", True)
    await asyncio.to_thread(passed, "middle")
    raise ValueError("in the middle")
`)
  const answer = await project.ask('GET', '/x')
  const reader = (answer.body as ReadableStream<Uint8Array>).getReader()
  expect(new TextDecoder().decode((await reader.read()).value)).toBe('begun')
  project.harness.gates.open('middle')
  await expect(reader.read()).rejects.toThrow('terminated')
  await logged('ValueError: in the middle')
})

it('what sends on to a client that has left is ended, and so is what waits for its body', async () => {
  await load(`
async def app(scope, receive, send):
    if scope["type"] == "lifespan": raise ValueError("not known")
    try:
        if scope["method"] == "POST":
            while (await receive())["type"] != "http.disconnect": passed("part")
            passed("left")
        await start(send)
        while True: await body(send, b"x" * 100_000, True)
    except OSError:
        passed("ended")
        raise
`)
  const { gates } = project.harness
  for (const name of ['part', 'left', 'ended']) gates.open(name)
  const reading = new AbortController()
  const answer = await project.ask('GET', '/x', { signal: reading.signal })
  await answer.body?.getReader().read()
  reading.abort()
  await gates.visited('ended', 1)
  const writing = new AbortController()
  const stream = new ReadableStream({
    start: (controller) => controller.enqueue(new TextEncoder().encode('begun')),
  })
  const init = { body: stream, duplex: 'half', signal: writing.signal } as RequestInit
  const asked = project.ask('POST', '/x', init).catch((error: Error) => error.name)
  await gates.visited('part', 1)
  writing.abort()
  expect(await asked).toBe('AbortError')
  await gates.visited('left', 1)
  await gates.visited('ended', 2)
})
