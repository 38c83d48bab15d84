const longest = 40

/** Keys of the cases of one file: those that it gives, and those made of words, each of them once. */
export class CaseKeys {
  readonly #taken: Set<string>
  /** The number that a made key ended with last, by what it was made of. */
  readonly #counts = new Map<string, number>()

  constructor(given: Iterable<string>) {
    this.#taken = new Set(given)
  }

  /** The key of these words, with the first number from 2 on where it is taken. */
  make(words: string, row: number): string {
    const wanted = keyOfWords(words, row)
    for (;;) {
      const count = (this.#counts.get(wanted) ?? 0) + 1
      this.#counts.set(wanted, count)
      const ending = count === 1 ? '' : `-${count}`
      const key = `${shortened(wanted, longest - ending.length)}${ending}`
      if (this.#taken.has(key)) continue
      this.#taken.add(key)
      return key
    }
  }
}

/** `how-do-i-cancel` of “How do I cancel?”; `case-12` where no letter of a to z remains. */
function keyOfWords(words: string, row: number): string {
  const plain = words
    .slice(0, 1_000)
    .normalize('NFKD')
    .replace(/[\p{M}'’]/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-/, '')
  const short = shortened(plain, longest)
  return /[a-z]/.test(short) ? short : `case-${row}`
}

/** Cut between two words where the last one would lose a part, unless that takes more than half. */
function shortened(key: string, most: number): string {
  const cut = key.slice(0, most)
  const isBetween = key.length <= most || key[most] === '-'
  const dash = cut.lastIndexOf('-')
  return (isBetween || dash < most / 2 ? cut : cut.slice(0, dash)).replace(/-$/, '')
}
