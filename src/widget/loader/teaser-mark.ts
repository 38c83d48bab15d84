/**
 * The words beside the bubble that a visitor has put away in this browser: they do not come again, others do. A page
 * whose storage is closed forgets them.
 */
export function teaserMark(embed: string) {
  const name = `quarterdeck-teaser:${embed}`
  return {
    read(): string | null {
      try {
        return localStorage.getItem(name)
      } catch {
        return null
      }
    },
    write(teaser: string): void {
      try {
        if (teaser !== '') localStorage.setItem(name, teaser)
      } catch {
        // Nothing is kept then.
      }
    },
  }
}
