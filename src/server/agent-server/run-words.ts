/** Of each text so much is looked at. */
const longestText = 2_000
const longestWord = 64

/** Written without spaces between words: found by pairs of characters. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]+/gu

/** What a run is found by, as the lexemes of a `tsvector`: the words of the texts, each once. */
export function wordsOfRun(texts: readonly (string | null | undefined)[]): string[] {
  const words = texts.flatMap((text) =>
    wordsIn((text ?? '').slice(0, longestText)).flatMap((word) => {
      const [parts, rest] = split(word)
      const pairs = parts.flatMap((part) => pairsOf(part, true))
      return [...pairs, ...rest]
    }),
  )
  return [...new Set(words)]
}

/**
 * What was typed as the text of a `tsquery`: all words, each by its beginning. It holds letters and digits only between
 * its quotes. Null where nothing was typed that words are made of.
 */
export function wordQuery(text: string): string | null {
  const words = wordsIn(text.slice(0, longestText)).flatMap((word) => {
    const [parts, rest] = split(word)
    return [...parts.flatMap((part) => pairsOf(part, false)), ...rest]
  })
  const terms = [...new Set(words)].map((word) => `'${word}':*`)
  return terms.length > 0 ? terms.join(' & ') : null
}

/** Without accents and case, so that “Muller” finds “MÜLLER”. */
function wordsIn(text: string): string[] {
  const plain = text
    .normalize('NFKD')
    .replaceAll(/\p{Mn}/gu, '')
    .normalize('NFC')
    .toLowerCase()
  return plain.match(/[\p{L}\p{N}]+/gu) ?? []
}

/** What is written without spaces, and the words beside it. */
function split(word: string): [unspaced: string[], words: string[]] {
  const rest = word.replaceAll(unspaced, ' ').split(' ')
  return [
    word.match(unspaced) ?? [],
    rest.filter((one) => one !== '').map((one) => one.slice(0, longestWord)),
  ]
}

/** `abc` to ab, bc; with `withLast` also c, so that one character is found by its own. */
function pairsOf(part: string, withLast: boolean): string[] {
  const characters = [...part]
  const pairs = characters.slice(1).map((character, index) => characters[index] + character)
  return withLast || pairs.length === 0 ? [...pairs, characters.at(-1) ?? ''] : pairs
}
