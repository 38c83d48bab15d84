import { AsyncLocalStorage } from 'node:async_hooks'
import { outputMark } from './protocol.ts'

const runs = new AsyncLocalStorage<string>()

/** Runs `work` so that what it prints, now or later, is known to be of that run. */
export function withRun<Result>(runId: string, work: () => Result): Result {
  return runs.run(runId, work)
}

/** Marks every line that user code prints within a run with the run's id. */
export function markOutput(): void {
  for (const stream of [process.stdout, process.stderr]) {
    const write = stream.write.bind(stream) as (...parts: unknown[]) => boolean
    stream.write = ((chunk: unknown, ...rest: unknown[]) => {
      const runId = runs.getStore()
      if (runId === undefined) return write(chunk, ...rest)
      const text = typeof chunk === 'string' ? chunk : Buffer.from(chunk as Uint8Array).toString()
      const marked = text
        .replace(/\n$/, '')
        .split('\n')
        .map((line) => `${outputMark}${runId}${outputMark}${line}\n`)
      return write(marked.join(''), ...rest)
    }) as typeof stream.write
  }
}
