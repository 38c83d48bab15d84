// Sets the theme before the first paint. A classic script in <head>, since the page's policy forbids inline ones.
// src/ui/theme.ts goes on from here and shares the key and the rule.
;(() => {
  let choice = null
  try {
    choice = localStorage.getItem('quarterdeck.theme')
  } catch {
    // Storage is blocked: follow the system.
  }
  const isDark =
    choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light'
})()
