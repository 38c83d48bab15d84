import { AsyncLocalStorage } from 'node:async_hooks'
import { outputMark } from './protocol/messages.ts'

const attempts = new AsyncLocalStorage<string>()

/** Runs `work` so that what it prints, now or later, is known to be of that attempt. */
export function withAttempt<Result>(token: string, work: () => Result): Result {
  return attempts.run(token, work)
}

/** The token of the attempt on whose behalf code works; undefined outside of any. */
export function currentAttempt(): string | undefined {
  return attempts.getStore()
}

/** Marks every line that user code prints within an attempt with its token. */
export function markOutput(): void {
  for (const stream of [process.stdout, process.stderr]) {
    const write = stream.write.bind(stream) as (...parts: unknown[]) => boolean
    stream.write = ((chunk: unknown, ...rest: unknown[]) => {
      const token = attempts.getStore()
      if (token === undefined) return write(chunk, ...rest)
      const text = typeof chunk === 'string' ? chunk : Buffer.from(chunk as Uint8Array).toString()
      const marked = text
        .replace(/\n$/, '')
        .split('\n')
        .map((line) => `${outputMark}${token}${outputMark}${line}\n`)
      return write(marked.join(''), ...rest)
    }) as typeof stream.write
  }
}
