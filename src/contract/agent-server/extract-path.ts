import * as z from 'zod/mini'

/** The parts of a thread that can be looked into. */
const roots = ['values', 'metadata', 'interrupts', 'config', 'status', 'thread_id']
const part = /\.([^.[\]]+)|\[(-?\d{1,6})\]/gy

/** `values.messages[-1].content` as `['values', 'messages', -1, 'content']`; null for what is no such path. */
export function parsePath(text: string): (string | number)[] | null {
  const root = /^\w+/.exec(text)?.[0] ?? ''
  if (!roots.includes(root)) return null
  const path: (string | number)[] = [root]
  part.lastIndex = root.length
  while (part.lastIndex < text.length) {
    const [, name, index] = part.exec(text) ?? []
    if (name === undefined && index === undefined) return null
    path.push(name ?? Number(index))
  }
  return path
}

/** What is at a path, or null where there is nothing. A negative number counts from the end of a list. */
export function valueAt(value: unknown, path: readonly (string | number)[]): unknown {
  let at: unknown = value
  for (const step of path) {
    if (typeof at !== 'object' || at === null) return null
    if (typeof step === 'number') at = Array.isArray(at) ? at.at(step) : null
    else at = Object.hasOwn(at, step) ? (at as Record<string, unknown>)[step] : null
  }
  return at ?? null
}

/** Parts of a thread to answer under names of the caller's: paths by name, ten at most. */
export const ExtractPaths = z
  .record(
    z.string().check(z.minLength(1), z.maxLength(100)),
    z.string().check(
      z.maxLength(500),
      z.refine((text) => parsePath(text) !== null, 'Write a path, as values.messages[-1].content.'),
    ),
  )
  .check(z.refine((paths) => Object.keys(paths).length <= 10, 'Extract ten paths at most.'))
