const stopWords = new Set(
  (
    'a about actually again all also am an and any are as at be been but by can cannot cant could ' +
    'between did difference do does doesnt doing dont else explain for from get gets getting give go had has have how ' +
    'i if im in into is isnt it its just know let like made make makes may me mean means might my ' +
    'no not of off ok on one or our out over please put quite really return returned returns said say says see shall ' +
    'should show so some support supported supports somebody something tell than that thats the their them then there these ' +
    'they thing things this those to too up us use used uses using very want wants was way we well ' +
    'were what whats when where whether which while who whose why will with word words work works ' +
    'would you your yours'
  ).split(' '),
)

/** Spellings that mean one term in this documentation, brought to one form before splitting. */
const spellings: [RegExp, string][] = [
  [/['’]/g, ''],
  [/\b(roll(?:s|ed|ing)?)[\s-]+backs?\b/g, 'rollback'],
  [/\brollbacks\b/g, 'rollback'],
  [/\bset[\s-]?up\b/g, 'setup'],
  [/\btime[\s-]?out\b/g, 'timeout'],
]

const endings = [/ations?$/, /ions?$/, /ments?$/, /ing$/, /ed$/, /al$/, /ly$/]

/**
 * The words of a text that carry meaning, in one common form each: lower case, without stop words,
 * and with the usual English endings taken off, so that "stopped runs" and "stop a run" meet. A
 * compound such as `on_disconnect` counts as itself and as its parts.
 */
export function termsOf(text: string): string[] {
  let plain = text.toLowerCase()
  for (const [spelling, form] of spellings) plain = plain.replace(spelling, form)
  const terms: string[] = []
  for (const word of plain.match(/[\p{L}\p{N}][\p{L}\p{N}_./-]*/gu) ?? []) {
    const whole = word.replace(/[_./-]+$/, '')
    const parts = whole.split(/[_./-]+/)
    if (parts.length > 1) terms.push(whole)
    for (const part of parts) {
      if (part.length > 1 && !stopWords.has(part)) terms.push(stem(part))
    }
  }
  return terms
}

/** Takes plural and common endings off while something longer than a syllable is left. */
export function stem(word: string): string {
  let rest = singular(word)
  for (let before = ''; before !== rest; ) {
    before = rest
    for (const ending of endings) {
      const shorter = rest.replace(ending, '')
      const least = ending.source.length > 4 ? 4 : 3
      if (shorter.length >= least && /[aeiouy]/.test(shorter)) rest = shorter
    }
  }
  rest = rest.replace(/([b-df-hj-np-tv-z])\1$/, '$1')
  return rest.length > 3 ? rest.replace(/e$/, '') : rest
}

function singular(word: string): string {
  if (word.length < 4) return word
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`
  if (/(ss|sh|ch|x|us)es$/.test(word)) return word.slice(0, -2)
  return /[^su]s$/.test(word) ? word.slice(0, -1) : word
}
