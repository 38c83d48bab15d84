import { ApiError } from '../../../client/api-error.ts'
import { de } from './de.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { ja } from './ja.ts'
import { nl } from './nl.ts'
import { pt } from './pt.ts'
import { zh } from './zh.ts'

/** Every text of the chat; `{name}` stands for a value. */
export type Texts = Readonly<Record<keyof typeof en, string>>

const languages: Readonly<Record<string, Texts>> = { en, de, fr, es, nl, pt, ja, zh }

/** The texts for a language tag, with a page's own in their place where it gives some. */
export function textsFor(tag: string, own: Readonly<Record<string, string>> = {}): Texts {
  const [language = 'en'] = tag.toLowerCase().split('-')
  const base = (Object.hasOwn(languages, language) && languages[language]) || en
  const known = Object.entries(own).filter(([name]) => name in base)
  return { ...base, ...Object.fromEntries(known) }
}

/** A text with its values in place. */
export function filled(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (all, name: string) => String(values[name] ?? all))
}

/** Why something did not work, in the visitor's language where we have words; else the server's own. */
export function reasonOf(error: Error, texts: Texts): string {
  if (!(error instanceof ApiError)) return error.message
  if (error.status === 429) return texts.tooMuch
  return error.kind === 'network' ? texts.unreachable : error.message
}

const rightToLeft = new Set(['ar', 'dv', 'fa', 'he', 'ku', 'ps', 'sd', 'ug', 'ur', 'yi'])

/** Which way a language is written; a page can give texts in any. */
export function directionOf(tag: string): 'ltr' | 'rtl' {
  return rightToLeft.has(tag.toLowerCase().split('-')[0] ?? '') ? 'rtl' : 'ltr'
}
