import { ApiError } from '../../../client/api-error.ts'
import type { FileRefusal } from '../../../contract/embeds/visible-part.ts'
import type { ValidationError } from '../../../contract/errors.ts'
import { en, type Texts } from './en.ts'

/** All but English, each in a file of its own: a visitor fetches the one that they read. */
const languages: Readonly<Record<string, () => Promise<Texts>>> = {
  ar: async () => (await import('./ar.ts')).ar,
  de: async () => (await import('./de.ts')).de,
  es: async () => (await import('./es.ts')).es,
  fr: async () => (await import('./fr.ts')).fr,
  he: async () => (await import('./he.ts')).he,
  it: async () => (await import('./it.ts')).it,
  ja: async () => (await import('./ja.ts')).ja,
  ko: async () => (await import('./ko.ts')).ko,
  nl: async () => (await import('./nl.ts')).nl,
  pl: async () => (await import('./pl.ts')).pl,
  pt: async () => (await import('./pt.ts')).pt,
  'pt-br': async () => (await import('./pt-br.ts')).ptBr,
  ru: async () => (await import('./ru.ts')).ru,
  tr: async () => (await import('./tr.ts')).tr,
  zh: async () => (await import('./zh.ts')).zh,
}

/**
 * The texts for a language tag, with a page's own in their place where it gives some. They are English in languages
 * that we have no words of, and where their file cannot be fetched: a chat in English is better than none.
 */
export async function textsFor(
  tag: string,
  own: Readonly<Record<string, string>> = {},
): Promise<Texts> {
  const [language = 'en', region = ''] = tag.toLowerCase().split('-')
  const name = [`${language}-${region}`, language].find((one) => Object.hasOwn(languages, one))
  const base = (name !== undefined && (await languages[name]?.().catch(() => en))) || en
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

/**
 * Why something did not work, in the visitor's language where we have words; else the server's own.
 * @param files that went along, in their order
 */
export function reasonOf(
  error: Error,
  texts: Texts,
  files: readonly { readonly name: string }[] = [],
): string {
  if (!(error instanceof ApiError)) return error.message
  if (error.status === 429) {
    return error.retryAfterSeconds > momentSeconds ? texts.usedUp : texts.tooMuch
  }
  if (error.kind === 'network' || error.status >= 500) return texts.unreachable
  // Something else is going on in the conversation.
  if (error.status === 409) return texts.tooMuch
  // Without the place in the request, which tells a visitor nothing.
  return (
    error.fieldErrors.map((fault) => refusedFile(fault, files, texts)).join(' ') || error.message
  )
}

const fileRefusals: Readonly<Record<FileRefusal, keyof Texts>> = {
  too_many_files: 'tooManyFiles',
  file_type: 'fileType',
  file_empty: 'fileEmpty',
  file_too_large: 'fileTooLarge',
}

/** A file is called by its name here, since pictures go without theirs; where it has none by its place. */
function refusedFile(
  { type, ctx, msg }: ValidationError,
  files: readonly { readonly name: string }[],
  texts: Texts,
): string {
  if (!Object.hasOwn(fileRefusals, type) || !ctx) return msg
  const { place, count } = ctx
  const name = files[Number(place) - 1]?.name ?? ctx.name ?? `${texts.file} ${place}`
  const values = { name: String(name), count: Number(count) }
  return filled(texts, fileRefusals[type as FileRefusal], values)
}

const rightToLeft = new Set(['ar', 'dv', 'fa', 'he', 'ku', 'ps', 'sd', 'ug', 'ur', 'yi'])

/** Which way a language is written; a page can give texts in any. */
export function directionOf(tag: string): 'ltr' | 'rtl' {
  return rightToLeft.has(tag.toLowerCase().split('-')[0] ?? '') ? 'rtl' : 'ltr'
}
