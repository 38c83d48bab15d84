import { type Stack, startStack } from './stack.ts'

/** What `dom-stack.ts` asks of this process, by way of `stack-host.ts`: a method of the stack, or a new stack. */
export type StackRequest = { id: number } & (
  | { method: 'start'; args: Parameters<typeof startStack> }
  | { method: 'json'; args: Parameters<Stack['json']> }
  | { method: 'deploy'; args: Parameters<Stack['deploy']> }
  | { method: 'follow'; args: Parameters<Stack['follow']> }
  | { method: 'settled'; args: Parameters<Stack['settled']> }
  | { method: 'close'; args: [] }
)
export type StackAnswer = { id: number } & ({ result: unknown } | { error: string })

/** No package of Python comes into a test of pages. */
process.env.PIP_NO_INDEX = '1'

let stack: Stack | undefined

function running(): Stack {
  if (!stack) throw new Error('No stack was started.')
  return stack
}

async function answer(request: StackRequest): Promise<unknown> {
  switch (request.method) {
    case 'start':
      await stack?.close()
      stack = await startStack(...request.args)
      return {
        url: stack.url,
        apiKey: stack.apiKey,
        notices: stack.notices,
        folder: stack.folder,
      }
    case 'json':
      return running().json(...request.args)
    case 'deploy':
      return running().deploy(...request.args)
    case 'follow':
      return running().follow(...request.args)
    case 'settled':
      return running().settled(...request.args)
    case 'close':
      await stack?.close()
      stack = undefined
      return null
  }
}

process.on('message', (request: StackRequest) => {
  const send = (message: StackAnswer) => process.send?.(message)
  answer(request).then(
    (result) => send({ id: request.id, result }),
    (error: unknown) => send({ id: request.id, error: String(error) }),
  )
})
// The tests have ended, or were stopped.
process.on('disconnect', () => {
  void Promise.resolve(stack?.close()).finally(() => process.exit())
})
