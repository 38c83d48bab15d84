/**
 * Removes what this browser keeps for an embed: how the visitor is known again, what was written and not sent, what
 * stood open or was put away. Where storage is closed to the page nothing is kept.
 */
export function forgetVisitor(embed: string): void {
  const names = ['quarterdeck', 'quarterdeck-open', 'quarterdeck-teaser'].map(
    (part) => `${part}:${embed}`,
  )
  for (const area of ['localStorage', 'sessionStorage'] as const) {
    try {
      for (const key of Object.keys(window[area]))
        if (names.some((name) => key === name || key.startsWith(`${name}:`)))
          window[area].removeItem(key)
    } catch {
      // It is closed to the page.
    }
  }
}
