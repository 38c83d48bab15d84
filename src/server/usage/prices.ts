import { LineCounter, parseDocument } from 'yaml'
import * as z from 'zod/mini'
import type { TokenCounts } from '../../contract/agent-server/tokens.ts'
import { issueWords } from '../http/issue-words.ts'

/** For a million tokens. What is not given of the last two costs as input, and as output. */
interface Price {
  input: number
  output: number
  cached?: number | undefined
  reasoning?: number | undefined
}

/** What models cost. */
export interface Prices {
  /** As it is shown, such as EUR; null where there are no prices. */
  currency: string | null
  /** By the model's name, or by what names begin with and a star. */
  models: ReadonlyMap<string, Price>
}

export const noPrices: Prices = { currency: null, models: new Map() }

/** A price file that cannot be used: a sentence for each fault, with its line. */
export class PriceFault extends Error {}

const price = z.number('Write a number.').check(z.gte(0, 'A price is not below 0.'))
const PriceFile = z.strictObject({
  currency: z
    .string('Name the currency, such as EUR.')
    .check(z.regex(/^[A-Z]{3}$/, 'Name the currency by its three letters, such as EUR.')),
  models: z.record(
    z
      .string()
      .check(
        z.regex(/^[^*]+\*?$/, 'Write a name, or what names begin with and one star behind it.'),
      ),
    z.strictObject({
      input: price,
      output: price,
      cached: z.optional(price),
      reasoning: z.optional(price),
    }),
    'Write the models, each with its prices.',
  ),
})

/** Reads a price file, YAML or JSON. Throws a PriceFault. */
export function parsePrices(text: string): Prices {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines })
  const [broken] = document.errors
  if (broken)
    throw new PriceFault(
      `line ${lines.linePos(broken.pos[0]).line}: ${broken.code.toLowerCase().replaceAll('_', ' ')}`,
    )
  const written: unknown = document.toJS()
  const parsed = PriceFile.safeParse(written)
  if (!parsed.success) {
    const faults = parsed.error.issues.map((issue) => {
      const path =
        issue.code === 'unrecognized_keys' ? [...issue.path, issue.keys[0] ?? ''] : issue.path
      const message =
        issue.code === 'unrecognized_keys' ? 'There is no such field.' : wordsOf(issue, written)
      return `line ${lineOf(document, lines, path)}, ${path.map(String).join(' › ') || 'the file'}: ${message}`
    })
    throw new PriceFault(faults.join('\n'))
  }
  const { currency, models } = parsed.data
  return { currency, models: new Map(Object.entries(models)) }
}

/** What tokens of a model cost; null where it has no price. The exact name goes before the longest beginning. */
export function costOf(prices: Prices, model: string | null, tokens: TokenCounts): number | null {
  const found = model === null ? undefined : priceOf(prices, model)
  if (!found) return null
  const { input, output, cached = input, reasoning = output } = found
  const { input_tokens, output_tokens, cached_tokens, reasoning_tokens } = tokens
  const sum =
    (input_tokens - cached_tokens) * input +
    cached_tokens * cached +
    (output_tokens - reasoning_tokens) * output +
    reasoning_tokens * reasoning
  return sum / 1_000_000
}

function priceOf({ models }: Prices, model: string): Price | undefined {
  const exact = models.get(model)
  if (exact) return exact
  const beginnings = [...models.keys()].filter(
    (name) => name.endsWith('*') && model.startsWith(name.slice(0, -1)),
  )
  const longest = beginnings.sort((one, other) => other.length - one.length)[0]
  return longest === undefined ? undefined : models.get(longest)
}

function wordsOf(issue: z.core.$ZodIssue, written: unknown): string {
  // A key of the models that is none.
  if (issue.code === 'invalid_key') return issue.issues[0]?.message ?? issue.message
  return issueWords(issue, written)
}

function lineOf(
  document: ReturnType<typeof parseDocument>,
  lines: LineCounter,
  path: readonly PropertyKey[],
): number {
  for (let length = path.length; length > 0; length -= 1) {
    const node = document.getIn(path.slice(0, length), true) as { range?: number[] } | undefined
    const at = node?.range?.[0]
    if (at !== undefined) return lines.linePos(at).line
  }
  return 1
}
