// Sets the theme before the first paint. A classic script in <head>, since the page's policy forbids inline ones.
// src/ui/theme.ts goes on from here and shares the key and the rule. Who was signed in last time sees the first
// frame of the page at once; where nobody has to, the server says so.
;(() => {
  let choice = null
  let isSignedIn = false
  try {
    choice = localStorage.getItem('quarterdeck.theme')
    isSignedIn = localStorage.getItem('quarterdeck.signed-in') !== null
  } catch {
    // Storage is blocked: follow the system.
  }
  const isDark =
    choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light'
  if (isSignedIn) document.documentElement.dataset.frame = ''
})()
