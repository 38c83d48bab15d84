import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Subject } from '../server/subject.ts'

/** The longest that small requests took while something was done: one of the server's own, and one of the database. */
export interface Noticed {
  tookMs: number
  own: number
  stored: number
}

export async function whileAsked(
  { url, headers }: Subject,
  thread: string,
  work: () => Promise<unknown>,
): Promise<Noticed> {
  const prober = fork(fileURLToPath(new URL('./prober.ts', import.meta.url)), [], {
    execArgv: ['--import', 'tsx'],
  })
  const urls = [`${url}/ok`, `${url}/threads/${thread}/runs?limit=1`]
  prober.send({ urls, headers })
  await once(prober, 'message')
  const since = performance.now()
  try {
    await work()
  } catch (error) {
    prober.kill()
    throw error
  }
  const tookMs = performance.now() - since
  const told = once(prober, 'message')
  prober.send('end')
  const [[own, stored]] = (await told) as [[number, number]]
  return { tookMs, own, stored }
}

/** How long each takes, in ms: the medians of `times`, in turns. */
export async function mediansInTurns(
  works: readonly (() => Promise<unknown>)[],
  times = 25,
): Promise<number[]> {
  const took = works.map((): number[] => [])
  for (let time = 0; time < times; time += 1) {
    for (const [index, work] of works.entries()) {
      const since = performance.now()
      await work()
      took[index]?.push(performance.now() - since)
    }
  }
  return took.map((all) => all.sort((a, b) => a - b)[times >> 1] ?? Number.NaN)
}
