import { AsyncLocalStorage } from 'node:async_hooks'
import type { LogLevel } from '../../contract/control-plane/revisions.ts'
import { outputMark } from './protocol/messages.ts'

const attempts = new AsyncLocalStorage<string>()
let level: LogLevel | undefined

/** Runs `work` so that what it prints, now or later, is known to be of that attempt. */
export function withAttempt<Result>(token: string, work: () => Result): Result {
  return attempts.run(token, work)
}

/** The token of the attempt on whose behalf code works; undefined outside of any. */
export function currentAttempt(): string | undefined {
  return attempts.getStore()
}

/** Runs `print`, all at once, so that what it prints is known to be of that level. */
export function withLevel(of: LogLevel, print: () => void): void {
  level = of
  try {
    print()
  } finally {
    level = undefined
  }
}

/** Marks every line that user code prints with the token of its attempt, and with the level that a logger gave it. */
export function markOutput(): void {
  for (const stream of [process.stdout, process.stderr]) {
    const write = stream.write.bind(stream) as (...parts: unknown[]) => boolean
    stream.write = ((chunk: unknown, ...rest: unknown[]) => {
      const token = attempts.getStore()
      if (token === undefined && level === undefined) return write(chunk, ...rest)
      const mark = `${outputMark}${token ?? ''}${level ? `:${level}` : ''}${outputMark}`
      const text = typeof chunk === 'string' ? chunk : Buffer.from(chunk as Uint8Array).toString()
      const marked = text
        .replace(/\n$/, '')
        .split('\n')
        .map((line) => `${mark}${line}\n`)
      return write(marked.join(''), ...rest)
    }) as typeof stream.write
  }
}
