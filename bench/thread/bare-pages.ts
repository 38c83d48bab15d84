/**
 * The floor: pages without a framework, a style sheet or a file of their own. One reads a stream and appends its text
 * to one element, with a box to type in; one shows all messages of a thread, one element each.
 */
const page = (script: string) => `<!doctype html><meta charset="utf-8"><title>Floor</title>
<div role="log" style="white-space: pre-wrap; height: 600px; overflow-y: auto"></div>
<textarea aria-label="Message"></textarea>
<script>
const log = document.querySelector('[role=log]')
${script}
</script>`

const stream = `
const text = log.appendChild(document.createTextNode(''))
document.querySelector('textarea').addEventListener('keydown', async (event) => {
  if (event.key !== 'Enter') return
  event.preventDefault()
  const response = await fetch('/threads/' + location.hash.slice(1) + '/runs/stream', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ input: { messages: [] } }),
  })
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  for (;;) {
    const piece = await reader.read()
    if (piece.done) return
    const frames = (rest + piece.value).split('\\n\\n')
    rest = frames.pop()
    for (const frame of frames) {
      const data = frame.startsWith('event: messages\\n') && /^data: (.*)$/m.exec(frame)
      if (data) text.appendData(JSON.parse(data[1])[0].content)
    }
    log.scrollTop = log.scrollHeight
  }
})`

const thread = `
fetch('/threads/' + location.hash.slice(1) + '/state').then(async (response) => {
  const { values } = await response.json()
  for (const { content } of values.messages) log.appendChild(document.createElement('p')).textContent = content
  log.scrollTop = log.scrollHeight
})`

/** By its path. */
export const barePages: Readonly<Record<string, string>> = {
  '/bare/stream': page(stream),
  '/bare/thread': page(thread),
}
