import { isDeepStrictEqual } from 'node:util'
import type { CheckResult } from '../../../contract/qa/attempts.ts'
import type { Check } from '../../../contract/qa/cases.ts'
import { checkWords, shortLine, shortValue, timesWords } from '../../../contract/qa/check-words.ts'
import { fitsPattern } from '../../typed-pattern.ts'
import { valueAt } from './json-path.ts'

/** What an attempt came to, for its checks. */
export interface AttemptFacts {
  /** The text of the last answer; empty when there was none. */
  answer: string
  /** The values of the thread's state. */
  values: unknown
  tools: readonly { name: string; args: unknown }[]
  /** Of the last run, and of the thread; null where they are not known. */
  runStatus: string | null
  threadStatus: string | null
  seconds: number
  /** Null where the server does not tell. */
  tokens: number | null
}

/** Whether a check holds, in words that a person understands without the case before them. */
export async function judge(check: Check, facts: AttemptFacts): Promise<CheckResult> {
  const words = checkWords(check)
  try {
    const found = await fault(check, facts)
    return { words, passed: found === null, ...(found !== null && { found }) }
  } catch (error) {
    return { words, passed: false, found: (error as Error).message }
  }
}

/** What was found where a check does not hold; null where it does. */
async function fault(check: Check, facts: AttemptFacts): Promise<string | null> {
  switch (check.check) {
    case 'contains': {
      const fold = (text: string) => (check.ignore_case ? text.toLowerCase() : text)
      const isThere = fold(facts.answer).includes(fold(check.text))
      return isThere === !check.not ? null : answered(facts.answer)
    }
    case 'matches': {
      const isThere = await fitsPattern(check.pattern, facts.answer, check.flags)
      return isThere === !check.not ? null : answered(facts.answer)
    }
    case 'json_path': {
      const value = valueAt(facts.values, check.path)
      const holds =
        check.equals === undefined ? value !== undefined : isDeepStrictEqual(value, check.equals)
      return holds === !check.not ? null : value === undefined ? 'nothing there' : shortValue(value)
    }
    case 'tool_called': {
      const named = facts.tools.filter(({ name }) => name === check.tool)
      const fitting = named.filter(({ args }) => includes(args, check.args ?? {}))
      const holds = check.times === undefined ? fitting.length > 0 : fitting.length === check.times
      if (holds) return null
      if (named.length === 0) return 'not called'
      if (fitting.length > 0) return `called ${timesWords(fitting.length)}`
      return `called with ${shortValue(named.at(-1)?.args)}`
    }
    case 'tool_not_called': {
      const count = facts.tools.filter(({ name }) => name === check.tool).length
      return count === 0 ? null : `called ${timesWords(count)}`
    }
    case 'tool_order': {
      const called = facts.tools.map(({ name }) => name)
      const reached = called.reduce(
        (place, name) => (check.tools[place] === name ? place + 1 : place),
        0,
      )
      if (reached === check.tools.length) return null
      return called.length === 0 ? 'no tool was called' : called.join(', ')
    }
    case 'status': {
      if (facts.runStatus === check.is || facts.threadStatus === check.is) return null
      return facts.runStatus ?? facts.threadStatus ?? 'not known'
    }
    case 'max_seconds':
      return facts.seconds <= check.seconds ? null : `${facts.seconds.toFixed(1)} s`
    case 'max_tokens':
      if (facts.tokens === null) return 'the server tells no tokens'
      return facts.tokens <= check.tokens ? null : `${facts.tokens} tokens`
    case 'max_words': {
      const count = facts.answer.split(/\s+/u).filter(Boolean).length
      return count <= check.words ? null : `${count} words`
    }
  }
}

/** Whether a value has all that `part` has, at any depth; lists are compared whole. */
function includes(value: unknown, part: unknown): boolean {
  if (typeof part !== 'object' || part === null || Array.isArray(part)) {
    return isDeepStrictEqual(value, part)
  }
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(part).every(([name, inner]) =>
    includes((value as Record<string, unknown>)[name], inner),
  )
}

const answered = (answer: string) => (answer === '' ? 'no answer' : shortLine(answer))
