import { describe, expect, it } from 'vitest'
import { saidInPieces, splitThought } from './thoughts.ts'

describe('what a model thinks in tags before it answers (C14)', () => {
  it.each([
    ['<think>\nIs it allowed?\n</think>\n\nYes.', 'Is it allowed?', 'Yes.'],
    ['\n<think>Is it', 'Is it', ''],
    ['<think></think>Yes.', '', 'Yes.'],
    ['Yes. <think>No.</think>', '', 'Yes. <think>No.</think>'],
    ['<thinker>', '', '<thinker>'],
    ['<thinking>Is it?</thinking>\n\nYes.', 'Is it?', 'Yes.'],
    ['<thought>Is it?</thought>Yes.', 'Is it?', 'Yes.'],
    ['<reasoning>\nIs it?</reasoning>Yes.', 'Is it?', 'Yes.'],
    ['<seed:think>Is it?</seed:think>Yes.', 'Is it?', 'Yes.'],
    ['[THINK]Is it?[/THINK]Yes.', 'Is it?', 'Yes.'],
    ['◁think▷Is it?◁/think▷Yes.', 'Is it?', 'Yes.'],
    ['[THINKING] aloud', '', '[THINKING] aloud'],
    ['Is it\n\nallowed?\n</think>\n\nYes.', 'Is it\n\nallowed?', 'Yes.'],
    ['</think>\r\nYes.', '', 'Yes.'],
    ['Is it?\n[/THINK]', 'Is it?', ''],
    ['Is it?\n</think>Yes.', 'Is it?', 'Yes.'],
    ['Write </think>\nat its end.', '', 'Write </think>\nat its end.'],
    ['Write <think>\n</think>\nthere.', '', 'Write <think>\n</think>\nthere.'],
    ['So:\n```\n</think>\n```\nYes.', '', 'So:\n```\n</think>\n```\nYes.'],
    ['  Yes.', '', '  Yes.'],
    ['', '', ''],
  ])('%j', (text, thought, said) => {
    expect(splitThought(text)).toEqual({ thought, said })
  })

  it.each([1, 2, 3, 5, 100])('is left out of pieces of %i characters', (size) => {
    const inPieces = (text: string) => {
      const hear = saidInPieces()
      return (text.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? []).map(hear).join('')
    }
    expect(inPieces('<think>Is it allowed? a < b</think>Yes, <think>.')).toBe('Yes, <think>.')
    expect(inPieces('<thinking>Is it?</think></thinking>Yes.')).toBe('Yes.')
    expect(inPieces('[THINK]Is it?[/THINK]Yes.')).toBe('Yes.')
    expect(inPieces('[THE END]')).toBe('[THE END]')
    expect(inPieces('<th>A</th>')).toBe('<th>A</th>')
    expect(inPieces('Yes.')).toBe('Yes.')
    expect(inPieces('<think>Is it')).toBe('')
  })

  it('an end without a beginning is told by the whole text', () => {
    const hear = saidInPieces('Is it?\n</think>\nYes.')
    expect(['Is it?', '\n</think>\n', 'Yes.'].map(hear)).toEqual(['', '', 'Yes.'])
  })
})
