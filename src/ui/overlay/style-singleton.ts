import { useEffect } from 'react'

/**
 * Stands in for the package `react-style-singleton` (see vite.config.ts), by which Radix locks the
 * page behind a dialog from scrolling. That one adds a <style> element, which our
 * Content-Security-Policy refuses; this one adds the same rules as a constructed style sheet.
 */
export function styleSingleton() {
  const sheet = sharedSheet()
  // biome-ignore lint/correctness/noComponentHookFactories: the package's interface is a factory, called once a module
  return function Sheet({ styles, dynamic }: { styles: string; dynamic?: boolean }) {
    const changing = dynamic ? styles : ''
    // biome-ignore lint/correctness/useExhaustiveDependencies: as in the package, rules that are not dynamic are taken once
    useEffect(() => {
      sheet.add(styles)
      return sheet.remove
    }, [changing])
    return null
  }
}

/** The first user's rules, for as long as there is a user. */
function sharedSheet() {
  let users = 0
  let sheet: CSSStyleSheet | null = null
  return {
    add(styles: string) {
      users += 1
      if (sheet) return
      sheet = new CSSStyleSheet()
      sheet.replaceSync(styles)
      document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
    },
    remove() {
      users -= 1
      if (users > 0) return
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet)
      sheet = null
    },
  }
}
