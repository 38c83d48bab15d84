// Sets the theme before the first paint. A classic script in <head>, since the page's policy forbids inline ones.
// src/ui/theme.ts goes on from here and shares the key and the rule. Who was signed in last time sees the first
// frame of the page at once; where nobody has to, the server says so. They also get what the page reads first
// (src/server/pages/asked-first.ts); where the address names no connection, of the one that src/console/main.tsx takes.
;(() => {
  let choice = null
  let connection = null
  let isSignedIn = false
  try {
    choice = localStorage.getItem('quarterdeck.theme')
    connection = localStorage.getItem('quarterdeck.connection')
    isSignedIn = localStorage.getItem('quarterdeck.signed-in') !== null
  } catch {
    // Storage is blocked: follow the system.
  }
  const isDark =
    choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light'
  if (isSignedIn) document.documentElement.dataset.frame = ''
  const isFramed = document.documentElement.dataset.frame !== undefined
  const named = (name) =>
    document.querySelector(`meta[name="${name}"]`)?.content.split(' ').filter(Boolean) ?? []
  const ask = () => {
    if (!isFramed) return
    // The local stack is the first connection of every server.
    const chosen = encodeURIComponent(connection ?? 'local')
    for (const read of named('quarterdeck-reads')) {
      const link = document.createElement('link')
      link.rel = 'preload'
      link.as = 'fetch'
      link.crossOrigin = 'anonymous'
      link.href = read.replace('/connections/~/', `/connections/${chosen}/`)
      document.head.append(link)
    }
  }
  // On the page of a new thread one can write before the console is there: nothing else takes the line until that is
  // on the screen, which it is when the frame after the next one begins.
  const later = document.querySelector('meta[name="quarterdeck-later"]')
  if (!later) return ask()
  const begin = () => {
    ask()
    for (const address of named('quarterdeck-later')) {
      const script = document.createElement('script')
      script.type = 'module'
      script.async = false
      script.crossOrigin = 'anonymous'
      script.src = address
      document.body.append(script)
    }
  }
  // A tab in the background has no frames, and whoever has to sign in sees no box.
  const afterPaint = () =>
    document.hidden || !isFramed
      ? begin()
      : requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(begin)))
  document.addEventListener('readystatechange', afterPaint, { once: true })
})()
