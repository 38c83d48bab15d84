import { ApiError } from '../../../client/api-error.ts'
import { ar } from './ar.ts'
import { de } from './de.ts'
import { en, type Texts } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { he } from './he.ts'
import { it } from './it.ts'
import { ja } from './ja.ts'
import { ko } from './ko.ts'
import { nl } from './nl.ts'
import { pl } from './pl.ts'
import { pt } from './pt.ts'
import { ptBr } from './pt-br.ts'
import { ru } from './ru.ts'
import { tr } from './tr.ts'
import { zh } from './zh.ts'

const languages: Readonly<Record<string, Texts>> = {
  en,
  ar,
  de,
  es,
  fr,
  he,
  it,
  ja,
  ko,
  nl,
  pl,
  pt,
  'pt-br': ptBr,
  ru,
  tr,
  zh,
}

/** The texts for a language tag, with a page's own in their place where it gives some. */
export function textsFor(tag: string, own: Readonly<Record<string, string>> = {}): Texts {
  const [language = 'en', region = ''] = tag.toLowerCase().split('-')
  const name = [`${language}-${region}`, language].find((one) => Object.hasOwn(languages, one))
  const base = languages[name ?? 'en'] ?? en
  const known = Object.entries(own).filter(([name]) => name in base)
  return { ...base, ...Object.fromEntries(known) }
}

/**
 * A text with its values in place: `{name}`, and `{count:one=file|other=files}` for what follows the number by the
 * plural rules of the texts' language, where `#` is the number.
 */
export function filled(
  texts: Texts,
  key: keyof Texts,
  values: Readonly<Record<string, string | number>>,
): string {
  return texts[key].replace(/\{(\w+)(?::([^}]*))?\}/g, (all, name: string, forms?: string) => {
    const value = values[name]
    if (value === undefined) return all
    if (forms === undefined) return String(value)
    const form = new Intl.PluralRules(texts.language).select(Number(value))
    const words = new Map(forms.split('|').map((one) => one.split('=') as [string, string]))
    return (words.get(form) ?? words.get('other') ?? '').replace('#', String(value))
  })
}

/** Rates are free again within it; what is used up by the day is not. */
const momentSeconds = 60

/** Why something did not work, in the visitor's language where we have words; else the server's own. */
export function reasonOf(error: Error, texts: Texts): string {
  if (!(error instanceof ApiError)) return error.message
  if (error.status === 429) {
    return error.retryAfterSeconds > momentSeconds ? texts.usedUp : texts.tooMuch
  }
  return error.kind === 'network' ? texts.unreachable : error.message
}

const rightToLeft = new Set(['ar', 'dv', 'fa', 'he', 'ku', 'ps', 'sd', 'ug', 'ur', 'yi'])

/** Which way a language is written; a page can give texts in any. */
export function directionOf(tag: string): 'ltr' | 'rtl' {
  return rightToLeft.has(tag.toLowerCase().split('-')[0] ?? '') ? 'rtl' : 'ltr'
}
