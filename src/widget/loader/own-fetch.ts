/**
 * The browser's own fetch. Pages replace it: what then goes out may lack its stream, be refused for headers
 * that a monitor adds, or show a visitor's token to it. An empty frame has another, of the same origin; it
 * stays in `root` for as long as it is used.
 */
export function ownFetch(root: ShadowRoot): typeof fetch {
  const present: typeof fetch = (...args) => window.fetch(...args)
  if (/\[native code]/.test(Function.prototype.toString.call(window.fetch))) return present
  const frame = document.createElement('iframe')
  frame.hidden = true
  root.append(frame)
  try {
    if (!frame.contentWindow?.fetch) return present
  } catch {
    // In a sandboxed frame no other frame may be looked into.
    frame.remove()
    return present
  }
  // Asked each time: the frame of an element that was moved has another window.
  return (...args) => (frame.contentWindow ?? window).fetch(...args)
}
