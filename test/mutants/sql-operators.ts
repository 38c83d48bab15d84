import { type Mutation, mutation } from './mutation.ts'

/** One side of a comparison: a column, a parameter, a word. */
const side = String.raw`(?:\w+\.\w+|\$\d+|'\w*'|(?!any\b)\w+)`
/** What may follow a whole condition. */
const end = String.raw`(?=[\s\x60'"),])`

/**
 * Kinds of mistakes in a statement: a condition that is left out, a bound that is another one, an order the other way
 * round, what stands in for nothing. Only what stands in one line is found.
 */
const operators: { found: RegExp; text: (match: RegExpExecArray) => string }[] = [
  {
    found: new RegExp(`(?<= and )(?:not )?${side} (?:=|<>|<=|>=|<|>) ${side}${end}`, 'g'),
    // A parameter stays in the statement, which takes as many as before.
    text: ([condition]) => `(${condition} or true)`,
  },
  {
    found: new RegExp(
      String.raw`(?<= and )(?:not is_\w+|(?:\w+\.)?\w+ is (?:not )?null|is_\w+)${end}`,
      'g',
    ),
    text: () => 'true',
  },
  { found: /(?<= )(?:<=|>=)(?= \$\d)/g, text: ([bound]) => (bound === '<=' ? '>' : '<') },
  { found: /(?<=\w) desc\b/g, text: () => '' },
  { found: /coalesce\((\$\d+), (\w+)\)/g, text: (match) => match[1] ?? '' },
  { found: /coalesce\((\w+), (\$\d+)\)/g, text: (match) => match[2] ?? '' },
]

/** Everything that these change in the statements of a file, one change each. */
export function sqlMutationsOf(file: string, source: string): Mutation[] {
  return operators.flatMap(({ found, text }) =>
    [...source.matchAll(found)].map((match) =>
      mutation(file, source, {
        start: match.index,
        end: match.index + match[0].length,
        text: text(match),
      }),
    ),
  )
}
