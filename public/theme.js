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
  if (document.documentElement.dataset.frame === undefined) return
  // The local stack is the first connection of every server.
  const chosen = encodeURIComponent(connection ?? 'local')
  const reads = document.querySelector('meta[name="quarterdeck-reads"]')?.content.split(' ') ?? []
  for (const read of reads) {
    const link = document.createElement('link')
    link.rel = 'preload'
    link.as = 'fetch'
    link.crossOrigin = 'anonymous'
    link.href = read.replace('/connections/~/', `/connections/${chosen}/`)
    document.head.append(link)
  }
})()
