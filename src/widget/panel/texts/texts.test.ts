import { describe, expect, it } from 'vitest'
import { ApiError } from '../../../client/api-error.ts'
import { embedLanguages } from '../../../contract/embeds/embed-settings.ts'
import { ownTextsFor } from '../../loader/own-texts.ts'
import { de } from './de.ts'
import { en, type Texts } from './en.ts'
import { directionOf, filled, reasonOf, textsFor } from './texts.ts'

const others = embedLanguages.filter((language) => language !== 'auto' && language !== 'en')
const placesOf = (text: string) =>
  [...new Set([...text.matchAll(/\{(\w+)/g)].map(([, name]) => name))].sort()

describe('the texts of the chat', () => {
  it.each(others)('are complete in %s, each with the same values', async (language) => {
    const texts = await textsFor(`${language}-XX`)
    for (const [name, text] of Object.entries(en)) {
      const own = texts[name as keyof typeof en]
      expect(own.trim(), name).not.toBe('')
      expect(placesOf(own), name).toEqual(placesOf(text))
    }
    const same = Object.entries(en).filter(
      ([name, text]) => texts[name as keyof typeof en] === text,
    )
    expect(same.length, `English in ${language}: ${same.join()}`).toBeLessThan(5)
    expect(ownTextsFor(language)).not.toEqual(ownTextsFor('en'))
  })

  it('count as each language does', async () => {
    const all = new Map<string, Texts>()
    for (const language of ['en', ...others]) all.set(language, await textsFor(language))
    const said = (language: string, count: number) =>
      filled(all.get(language) ?? en, 'tooManyFiles', { count })
    expect([1, 3].map((count) => said('en', count))).toEqual([
      'At most 1 file can be sent at once.',
      'At most 3 files can be sent at once.',
    ])
    const polish = [1, 3, 5, 22].map((count) => / (plik\S*)\./.exec(said('pl', count))?.[1])
    expect(polish).toEqual(['plik', 'pliki', 'plików', 'pliki'])
    const russian = [1, 2, 21].map((count) => / (файл\S*)\./.exec(said('ru', count))?.[1])
    expect(russian).toEqual(['файла', 'файлов', 'файла'])
    const arabic = [1, 2, 3, 11].map((count) => said('ar', count).slice('يمكن إرسال '.length))
    expect(arabic).toEqual([
      'ملف واحد على الأكثر في المرة الواحدة.',
      'ملفين على الأكثر في المرة الواحدة.',
      '3 ملفات على الأكثر في المرة الواحدة.',
      '11 ملفًا على الأكثر في المرة الواحدة.',
    ])
    for (const language of others) {
      for (let count = 0; count < 120; count += 1)
        expect(said(language, count)).not.toMatch(/[{}#|=]/)
    }
  })

  it('of a region go before those of its language', async () => {
    const [brazil, portugal] = await Promise.all(['PT-br', 'pt-PT'].map((tag) => textsFor(tag)))
    expect([brazil?.attach, portugal?.attach]).toEqual(['Anexar arquivos', 'Anexar ficheiros'])
    expect(brazil?.send).toBe(portugal?.send)
  })

  it('are English for other languages, and the page’s own by name', async () => {
    expect(await textsFor('eo')).toEqual(en)
    expect(await textsFor('constructor')).toEqual(en)
    const french = await textsFor('fr')
    expect(await textsFor('fr', { send: 'Hop', other: 'x' })).toEqual({ ...french, send: 'Hop' })
    expect(ownTextsFor('toString', { openChat: 'Talk' })).toEqual({
      ...ownTextsFor('en'),
      openChat: 'Talk',
    })
  })

  it('say a refusal in the visitor’s language where there are words for it', () => {
    const refused = { endpoint: 'createRun', message: 'The server’s words.' }
    const http = (status: number) => new ApiError({ ...refused, kind: 'http', status })
    expect(reasonOf(http(429), de)).toBe(de.tooMuch)
    const often = { ...refused, kind: 'http' as const, status: 429, retryAfterSeconds: 60 }
    expect(reasonOf(new ApiError(often), de)).toBe(de.tooMuch)
    expect(reasonOf(new ApiError({ ...often, retryAfterSeconds: 61 }), de)).toBe(de.usedUp)
    expect(reasonOf(new ApiError({ ...refused, kind: 'network' }), de)).toBe(de.unreachable)
    for (const status of [500, 502, 503]) expect(reasonOf(http(status), de)).toBe(de.unreachable)
    expect(reasonOf(http(409), de)).toBe(de.tooMuch)
    expect(reasonOf(http(403), de)).toBe('The server’s words.')
    const fields = [
      { loc: ['body', 'input', 'messages', 0], msg: 'The file is too large.', type: 'value_error' },
      { loc: ['body', 'input'], msg: 'There are too many.', type: 'value_error' },
    ]
    const placed = { ...refused, message: 'body.input.messages.0: The file is too large.' }
    // A visitor has nothing of a place in the request.
    expect(reasonOf(new ApiError({ ...placed, kind: 'http', fieldErrors: fields }), de)).toBe(
      'The file is too large. There are too many.',
    )
  })

  it('33: say which file was refused, by its name or else by its place', () => {
    const refused = (type: string, ctx?: Record<string, unknown>) =>
      new ApiError({
        endpoint: 'createRun',
        kind: 'http',
        status: 422,
        message: 'body: No.',
        fieldErrors: [{ loc: ['body'], msg: 'No.', type, ctx }],
      })
    const second = refused('file_too_large', { name: null, place: 2, count: 2 })
    const chosen = [{ name: 'a.png' }, { name: 'b.png' }]
    expect(reasonOf(second, de, chosen)).toBe('„b.png“ ist zu groß: höchstens 2 MB.')
    expect(reasonOf(second, de)).toBe('„Datei 2“ ist zu groß: höchstens 2 MB.')
    const named = refused('file_empty', { name: 'c.txt', place: 1 })
    expect(reasonOf(named, de)).toBe('„c.txt“ ist leer.')
    expect(reasonOf(refused('too_many_files', { count: 1 }), de)).toBe(
      'Es kann höchstens 1 Datei auf einmal gesendet werden.',
    )
    expect(reasonOf(refused('file_type'), de)).toBe('No.')
    expect(reasonOf(refused('toString', {}), de)).toBe('No.')
  })

  it('are written from right to left where a language is', () => {
    expect(['ar-EG', 'he', 'fa', 'de', 'ja'].map(directionOf)).toEqual([
      'rtl',
      'rtl',
      'rtl',
      'ltr',
      'ltr',
    ])
  })
})
