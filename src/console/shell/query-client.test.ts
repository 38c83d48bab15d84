import { QueryObserver } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { createQueryClient } from './query-client.ts'

/** A read whose answers, each as it is when it is asked, come when they are let through. */
function readOf(server: { says: string }) {
  const client = createQueryClient()
  const answers: (() => void)[] = []
  const read = {
    queryKey: ['read'],
    queryFn: () => {
      const said = server.says
      return new Promise<string>((resolve) => answers.push(() => resolve(said)))
    },
  }
  const asked = (times: number) => expect.poll(() => answers.length).toBe(times)
  return { client, read, answers, asked }
}

it('what changes while it is read for the first time is read again', async () => {
  const server = { says: 'before' }
  const { client, read, answers, asked } = readOf(server)
  const observer = new QueryObserver(client, read)
  const stop = observer.subscribe(() => undefined)
  server.says = 'after'
  const again = client.invalidateQueries({ queryKey: ['read'] })
  answers[0]?.()
  await asked(2)
  answers[1]?.()
  await again
  expect(observer.getCurrentResult().data).toBe('after')
  await client.invalidateQueries({ queryKey: ['another'] })
  expect(answers).toHaveLength(2)
  stop()
})

it('where nobody looks at it, it is read again when somebody does', async () => {
  const { client, read, answers, asked } = readOf({ says: 'before' })
  const ahead = client.prefetchQuery(read)
  const again = client.invalidateQueries({ queryKey: ['read'] })
  answers[0]?.()
  await Promise.all([ahead, again])
  expect(answers).toHaveLength(1)
  const stop = new QueryObserver(client, read).subscribe(() => undefined)
  await asked(2)
  stop()
})
