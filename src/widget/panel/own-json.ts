const isNative = (work: unknown) =>
  typeof work === 'function' && /\[native code]/.test(Function.prototype.toString.call(work))

/** The browser's own, also where the page has put another in its place: then from an empty frame. */
function nativeJson(): JSON {
  const present = globalThis.JSON
  if (isNative(present.parse) && isNative(present.stringify)) return present
  const frame = document.createElement('iframe')
  frame.hidden = true
  document.documentElement.append(frame)
  try {
    return (frame.contentWindow as (Window & { JSON?: JSON }) | null)?.JSON ?? present
  } catch {
    // In a sandboxed frame no other frame may be looked into.
    return present
  } finally {
    frame.remove()
  }
}

const native = nativeJson()
const prototypes = [Object.prototype, Array.prototype, String.prototype, Number.prototype]

/** Old libraries give every array or text a `toJSON` of their own, which no server understands. */
function withoutToJson<Answer>(work: () => Answer): Answer {
  const found = prototypes.flatMap((owner) => {
    const added = Object.getOwnPropertyDescriptor(owner, 'toJSON')
    return added?.configurable ? [{ owner, added }] : []
  })
  for (const { owner } of found) Reflect.deleteProperty(owner, 'toJSON')
  try {
    return work()
  } finally {
    for (const { owner, added } of found) Object.defineProperty(owner, 'toJSON', added)
  }
}

/** Stands for `JSON` in the panel, see its build. */
export const ownJson = {
  parse: native.parse,
  stringify: ((...args: Parameters<JSON['stringify']>) =>
    withoutToJson(() => native.stringify(...args))) as JSON['stringify'],
}
