import { inject } from 'vitest'
import type { Stack, startStack } from './stack.ts'
import type { StackAnswer, StackRequest } from './stack-process.ts'

/** A stack that runs in another process. */
export type DomStack = Omit<Stack, 'call' | 'addressOf'>

/**
 * `startStack` for tests in a DOM: the server runs in a Node process of its own, as it does for real,
 * since a DOM's globals (URL above all) are not Node's. One stack at a time; another closes the last one.
 */
export async function startDomStack(...args: Parameters<typeof startStack>): Promise<DomStack> {
  const facts = (await ask({ method: 'start', args })) as Pick<
    Stack,
    'url' | 'apiKey' | 'notices' | 'folder'
  >
  return {
    ...facts,
    json: <Answer>(...request: Parameters<Stack['json']>) =>
      ask({ method: 'json', args: request }) as Promise<Answer>,
    deploy: (...request) => ask({ method: 'deploy', args: request }) as ReturnType<Stack['deploy']>,
    follow: (...request) => ask({ method: 'follow', args: request }) as Promise<string>,
    settled: (...request) =>
      ask({ method: 'settled', args: request }) as ReturnType<Stack['settled']>,
    close: async () => void (await ask({ method: 'close', args: [] })),
  }
}

type WithoutId<Request> = Request extends StackRequest ? Omit<Request, 'id'> : never

/** The worker's own process: see `stack-host.ts`. */
async function ask(request: WithoutId<StackRequest>): Promise<unknown> {
  const response = await fetch(`${inject('stackHost')}/${process.env.VITEST_POOL_ID}`, {
    method: 'POST',
    body: JSON.stringify(request),
  })
  const answer = (await response.json()) as StackAnswer
  if ('error' in answer) throw new Error(answer.error)
  return answer.result
}
