/** Where a text stops being JSON; at its length where it ends too early. */
class BrokenJson extends Error {
  readonly at: number

  constructor(at: number) {
    super('The text is no JSON.')
    this.at = at
  }
}

/** The offset at which a text stops being JSON; null where it is JSON. */
export function brokenAt(text: string): number | null {
  const scanner = new Scanner(text, 0)
  try {
    scanner.skipValue()
    return scanner.at < text.length ? scanner.at : null
  } catch (error) {
    if (error instanceof BrokenJson) return error.at
    throw error
  }
}

/**
 * The offset of a value of a JSON text by its path from the value at `start`; of the innermost value around it where
 * there is none.
 */
export function offsetAt(text: string, path: readonly PropertyKey[], start = 0): number {
  const scanner = new Scanner(text, start)
  path.every((part) => scanner.enter(part))
  return scanner.at
}

/** The offsets of the elements of the list at `start`, of at most so many. */
export function elementOffsets(text: string, start: number, most: number): number[] {
  const scanner = new Scanner(text, start)
  return scanner.elements(most)
}

const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const word = /true|false|null/y
const space = /[ \t\r\n]*/y
const escaped = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y

/** Stands before a value, and goes past it or into it. */
class Scanner {
  readonly #text: string
  #at: number

  constructor(text: string, at: number) {
    this.#text = text
    this.#at = at
    this.#skip(space)
  }

  get at(): number {
    return this.#at
  }

  /** To the value's end, and past the white space after it. */
  skipValue(): void {
    this.#skip(space)
    const first = this.#text[this.#at]
    if (first === '{')
      this.#walk('}', () => {
        this.#name()
        return false
      })
    else if (first === '[') this.#walk(']', () => false)
    else if (first === '"') this.#string()
    else if (!this.#skip(word) && !this.#skip(number)) throw new BrokenJson(this.#at)
    this.#skip(space)
  }

  /** To the part of a list or an object; it stays where it is when there is none. */
  enter(part: PropertyKey): boolean {
    const start = this.#at
    const first = this.#text[start]
    let index = -1
    const isThere = (name: PropertyKey) => name === part
    if (first === '{' && this.#walk('}', () => isThere(this.#name()))) return true
    if (first === '[' && this.#walk(']', () => isThere(++index))) return true
    this.#at = start
    return false
  }

  elements(most: number): number[] {
    const offsets: number[] = []
    if (this.#text[this.#at] === '[') {
      this.#walk(']', () => {
        this.#skip(space)
        offsets.push(this.#at)
        return offsets.length === most
      })
    }
    return offsets
  }

  /** From value to value up to the one where `stops` says so, or past the end; whether it was stopped. */
  #walk(end: string, stops: () => boolean): boolean {
    this.#at += 1
    this.#skip(space)
    if (this.#took(end)) return false
    do {
      if (stops()) {
        this.#skip(space)
        return true
      }
      this.skipValue()
    } while (this.#took(','))
    this.#take(end)
    return false
  }

  /** The name of a member, up to its value. */
  #name(): string {
    this.#skip(space)
    const start = this.#at
    this.#string()
    const name = this.#text.slice(start, this.#at)
    this.#skip(space)
    this.#take(':')
    return String(JSON.parse(name))
  }

  #string(): void {
    this.#take('"')
    for (;;) {
      const code = this.#text.charCodeAt(this.#at)
      if (code === 0x22) break
      if (code === 0x5c) {
        if (!this.#skip(escaped)) throw new BrokenJson(this.#at)
      } else if (code >= 0x20) this.#at += 1
      else throw new BrokenJson(this.#at)
    }
    this.#at += 1
  }

  /** Whether something was passed over. */
  #skip(pattern: RegExp): boolean {
    pattern.lastIndex = this.#at
    const length = pattern.exec(this.#text)?.[0].length ?? 0
    this.#at += length
    return length > 0
  }

  #took(character: string): boolean {
    const isThere = this.#text[this.#at] === character
    if (isThere) this.#at += 1
    return isThere
  }

  #take(character: string): void {
    if (!this.#took(character)) throw new BrokenJson(this.#at)
  }
}
