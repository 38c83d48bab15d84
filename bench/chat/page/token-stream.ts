/** Reads the tokens of the scripted run as plainly as a page can. */
export async function readTokens(thread: string, onToken: (text: string) => void): Promise<void> {
  const response = await fetch(`/threads/${thread}/runs/stream`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ input: { messages: [] } }),
  })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  for (;;) {
    const piece = await reader?.read()
    if (!piece || piece.done) return
    const frames = (rest + piece.value).split('\n\n')
    rest = frames.pop() ?? ''
    for (const frame of frames) {
      if (!frame.startsWith('event: messages\n')) continue
      const data = /^data: (.*)$/m.exec(frame)?.[1]
      if (data) onToken((JSON.parse(data) as [{ content: string }])[0].content)
    }
  }
}

/** The button that starts it. */
export function startButton(start: () => void): HTMLButtonElement {
  const button = document.createElement('button')
  button.textContent = 'Start'
  button.id = 'start'
  button.addEventListener('click', start)
  return button
}
