import { expect, it } from 'vitest'
import { inLanguage } from './in-language.ts'

it('an embed speaks a visitor’s language as far as it was translated', () => {
  const config = {
    title: 'Help',
    greeting: 'Hello',
    suggestions: ['Where is it?'],
    translations: [
      { language: 'pt-BR', greeting: 'Oi' },
      { language: 'pt', title: 'Ajuda', greeting: 'Olá', suggestions: [] },
    ],
  }
  const said = (tag: string) => {
    const { title, greeting, suggestions } = inLanguage(config, tag)
    return [title, greeting, suggestions[0]]
  }
  expect(said('en')).toEqual(['Help', 'Hello', 'Where is it?'])
  expect(said('pt-PT')).toEqual(['Ajuda', 'Olá', 'Where is it?'])
  expect(said('PT-br')).toEqual(['Ajuda', 'Oi', 'Where is it?'])
})
