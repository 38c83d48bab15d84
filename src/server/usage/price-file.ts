import { readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { StartError } from '../start-error.ts'
import { noPrices, PriceFault, type Prices, parsePrices } from './prices.ts'

/** Looked for in the data directory where no file is named. */
const ownNames = ['prices.yaml', 'prices.yml', 'prices.json']
const lookEveryMs = 1_000

/** The prices that the operator has set. */
export interface PriceList {
  /** As they are now: a file that was changed is read again. */
  current(): Prices
  /** Why a changed file could not be read, in a sentence: the prices of before hold until it can. */
  problem(): string | null
}

export const noPriceList: PriceList = { current: () => noPrices, problem: () => null }

/** Without a file there are no prices. Throws a StartError where there is one that cannot be used. */
export function openPriceList(options: {
  /** Named by the operator: it must be there. */
  file: string | null
  dataDir: string
  now: () => Date
  warn(sentence: string): void
}): PriceList {
  const { file: named, dataDir, now, warn } = options
  let read = { file: null as string | null, mark: '', prices: noPrices }
  let problem: string | null = null
  let lookedAt = now().getTime()

  const find = () => {
    const files = named === null ? ownNames.map((name) => path.join(dataDir, name)) : [named]
    for (const file of files) {
      const found = statSync(file, { throwIfNoEntry: false })
      if (found) return { file, mark: `${found.mtimeMs} ${found.size} ${found.ino}` }
    }
    if (named !== null) throw new PriceFault('there is no such file')
    return { file: null, mark: '' }
  }
  const look = () => {
    const { file, mark } = find()
    if (file === read.file && mark === read.mark && problem === null) return
    const prices = file === null ? noPrices : parsePrices(readFileSync(file, 'utf8'))
    read = { file, mark, prices }
    problem = null
  }
  const sentence = (error: unknown) => {
    const words = error instanceof Error ? error.message : String(error)
    return `The prices in ${named ?? path.join(dataDir, 'prices.yaml')} cannot be used: ${words}`
  }

  try {
    look()
  } catch (error) {
    throw new StartError(sentence(error))
  }
  return {
    current() {
      const at = now().getTime()
      if (Math.abs(at - lookedAt) >= lookEveryMs) {
        lookedAt = at
        try {
          look()
        } catch (error) {
          const words = sentence(error)
          if (words !== problem) warn(words)
          problem = words
        }
      }
      return read.prices
    },
    problem: () => problem,
  }
}
