import { describe, expect, it } from 'vitest'
import { ApiError } from '../../../client/api-error.ts'
import { embedLanguages } from '../../../contract/embeds/embeds.ts'
import { ownTextsFor } from '../../loader/own-texts.ts'
import { en } from './en.ts'
import { directionOf, reasonOf, textsFor } from './texts.ts'

const others = embedLanguages.filter((language) => language !== 'auto' && language !== 'en')
const placesOf = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([place]) => place).sort()

describe('the texts of the chat', () => {
  it.each(others)('are complete in %s, each with the same values', (language) => {
    const texts = textsFor(`${language}-XX`)
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

  it('are English for other languages, and the page’s own by name', () => {
    expect(textsFor('eo')).toEqual(en)
    expect(textsFor('constructor')).toEqual(en)
    expect(textsFor('fr', { send: 'Hop', other: 'x' })).toEqual({ ...textsFor('fr'), send: 'Hop' })
    expect(ownTextsFor('toString', { openChat: 'Talk' })).toEqual({
      ...ownTextsFor('en'),
      openChat: 'Talk',
    })
  })

  it('say a refusal in the visitor’s language where there are words for it', () => {
    const de = textsFor('de')
    const refused = { endpoint: 'createRun', message: 'The server’s words.' }
    expect(reasonOf(new ApiError({ ...refused, kind: 'http', status: 429 }), de)).toBe(de.tooMuch)
    expect(reasonOf(new ApiError({ ...refused, kind: 'network' }), de)).toBe(de.unreachable)
    expect(reasonOf(new ApiError({ ...refused, kind: 'http', status: 403 }), de)).toBe(
      'The server’s words.',
    )
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
