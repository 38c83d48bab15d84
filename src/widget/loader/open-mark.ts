/**
 * Whether the box of an embed stood open in this tab, so that it does after a reload. A page whose storage is closed
 * forgets it.
 */
export function openMark(embed: string) {
  const name = `quarterdeck-open:${embed}`
  return {
    read(): boolean {
      try {
        return sessionStorage.getItem(name) !== null
      } catch {
        return false
      }
    },
    write(isOpen: boolean): void {
      try {
        if (isOpen) sessionStorage.setItem(name, '1')
        else sessionStorage.removeItem(name)
      } catch {
        // Nothing is kept then.
      }
    },
  }
}
