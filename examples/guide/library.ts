import type { Section } from './sections.ts'
import { stem, termsOf } from './terms.ts'

/** What a search found: a section, how well it fits, and the part of the question it covers. */
interface Hit {
  section: Section
  score: number
  /** 0 to 1: how much of the question's meaning, by the rarity of its words, the section holds. */
  coverage: number
}

/** Documentation that can be searched, and the topics it is about. */
export interface Library {
  /** The sections that answer a question, best first; none when nothing is really about it. */
  search(question: string): Hit[]
  /** One entry a page: its title and its headings. */
  topics: { title: string; headings: string[] }[]
}

/** Words that people use, and the words of the documentation that they mean. */
const meanings: Record<string, string[]> = {
  undo: ['rollback'],
  revert: ['rollback'],
  cancel: ['stop'],
  abort: ['stop', 'cancel'],
  halt: ['stop'],
  kill: ['stop', 'crash'],
  stop: ['cancel'],
  rate: ['feedback'],
  rating: ['feedback'],
  vote: ['feedback'],
  thumb: ['feedback'],
  score: ['feedback'],
  env: ['secret'],
  variable: ['secret'],
  password: ['secret', 'key'],
  credential: ['secret', 'key'],
  token: ['key'],
  install: ['start'],
  setup: ['start'],
  begin: ['start'],
  launch: ['start'],
  error: ['fail'],
  broken: ['fail'],
  branch: ['ref'],
  tag: ['ref'],
  commit: ['ref'],
  storage: ['data'],
  stored: ['data'],
  backup: ['data'],
  db: ['database'],
  postgres: ['postgresql', 'database'],
  conversation: ['thread'],
  chat: ['thread'],
  pause: ['interrupt', 'approval'],
  human: ['approval'],
  approve: ['approval'],
  reload: ['disconnect'],
  reconnect: ['disconnect', 'join'],
  offline: ['disconnect'],
  tab: ['disconnect'],
  queue: ['enqueue'],
  busy: ['multitask'],
  parallel: ['multitask'],
  simultaneous: ['multitask'],
  llm: ['model'],
  openai: ['model'],
  ollama: ['model'],
  safe: ['survive'],
  sample: ['example'],
  demo: ['example'],
  website: ['site'],
  webpage: ['site'],
}
const meaningsByStem = new Map(
  Object.entries(meanings).map(([word, others]) => [stem(word), others.map(stem)]),
)

/** A word in a heading says more about the section than one in its text. */
const headingWeight = 4
/** A word in a block of code says less. */
const codeWeight = 0.3
/** A word that only means the same counts less than the word itself. */
const meaningWeight = 0.5
/** The usual constants of the BM25 ranking function: saturation, and weight of the length. */
const k1 = 1.2
const b = 0.75
/** A section that covers less of the question than this is about something else. */
const leastCoverage = 0.45

/** A hit with a smaller share of the best one's score is noise beside it. */
const leastShare = 0.5
/** Splits a text so that every second part is code. */
const fencedCode = /^\s*(```[\s\S]*?```)/m

/** Builds the search index over the sections; they are read once and then only looked up. */
export function createLibrary(sections: Section[]): Library {
  const entries = sections.map((section) => {
    const counts = new Map<string, number>()
    const add = (text: string, weight: number) => {
      for (const term of termsOf(text)) counts.set(term, (counts.get(term) ?? 0) + weight)
    }
    const [title = '', ...headings] = section.headings
    add(title, headings.length > 0 ? 1 : headingWeight)
    add(headings.join(' '), headingWeight)
    section.text.split(fencedCode).forEach((part, index) => {
      add(part, index % 2 === 1 ? codeWeight : 1)
    })
    return { section, counts, length: [...counts.values()].reduce((sum, n) => sum + n, 0) }
  })
  const meanLength = entries.reduce((sum, entry) => sum + entry.length, 0) / (entries.length || 1)
  const holders = new Map<string, number>()
  for (const { counts } of entries) {
    for (const term of counts.keys()) holders.set(term, (holders.get(term) ?? 0) + 1)
  }
  const rarity = (term: string) => {
    const held = holders.get(term) ?? 0
    return Math.log(1 + (entries.length - held + 0.5) / (held + 0.5))
  }

  function search(question: string): Hit[] {
    const terms = [...new Set(termsOf(question))]
    const mass = terms.reduce((sum, term) => sum + rarity(term), 0)
    const hits = entries.map(({ section, counts, length }) => {
      const weightOf = (term: string) => {
        const count = counts.get(term) ?? 0
        return (count * (k1 + 1)) / (count + k1 * (1 - b + (b * length) / meanLength))
      }
      let score = 0
      let covered = 0
      for (const term of terms) {
        const others = meaningsByStem.get(term) ?? []
        const own = rarity(term) * weightOf(term)
        const meant = Math.max(
          0,
          ...others.map((other) => meaningWeight * rarity(other) * weightOf(other)),
        )
        score += Math.max(own, meant)
        if (own > 0) covered += rarity(term)
        else if (meant > 0) covered += meaningWeight * rarity(term)
      }
      return { section, score, coverage: mass > 0 ? covered / mass : 0 }
    })
    const fitting = hits
      .filter((hit) => hit.score > 0 && hit.coverage >= leastCoverage)
      .sort((one, other) => other.score - one.score)
    const best = fitting[0]?.score ?? 0
    return fitting.filter((hit) => hit.score >= leastShare * best)
  }

  return { search, topics: topicsOf(sections) }
}

function topicsOf(sections: Section[]): Library['topics'] {
  const topics = new Map<string, string[]>()
  for (const { headings } of sections) {
    const [title = '', heading] = headings
    const known = topics.get(title) ?? []
    if (heading !== undefined && !known.includes(heading)) known.push(heading)
    topics.set(title, known)
  }
  return [...topics].map(([title, headings]) => ({ title, headings }))
}
