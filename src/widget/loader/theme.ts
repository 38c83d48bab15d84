/** Dark or light, as the page is now. */
export function themeOf(wanted: string | null | undefined): 'light' | 'dark' {
  if (wanted === 'light' || wanted === 'dark') return wanted
  const scheme = getComputedStyle(document.documentElement).colorScheme
  if (scheme === 'dark' || scheme === 'light') return scheme
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
}

/** Tells when the page may have changed its theme, until the answer is called. */
export function watchTheme(onChange: () => void): () => void {
  const query = matchMedia('(prefers-color-scheme: dark)')
  query.addEventListener('change', onChange)
  const observer = new MutationObserver(onChange)
  observer.observe(document.documentElement, {
    attributes: true,
    attributeFilter: ['class', 'style', 'data-theme', 'data-color-mode', 'data-bs-theme'],
  })
  return () => {
    query.removeEventListener('change', onChange)
    observer.disconnect()
  }
}
