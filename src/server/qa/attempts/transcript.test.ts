import { expect, it } from 'vitest'
import { Transcript } from './transcript.ts'

const message = { id: 'm', type: 'ai', content: 'Here it is.' }
const card = (id: string, props: object) => ({ type: 'ui', id, name: 'card', props, metadata: {} })
const state = (...ui: object[]) => ({ messages: [message], ui })

it('what components say is a step each, told as it was in the end, where it was said first', () => {
  const transcript = new Transcript()
  transcript.beginsWith({ messages: [], ui: [card('old', { n: 1 })] })
  transcript.reads(state(card('old', { n: 1 }), card('a', { n: 1 })), [])
  transcript.said('and now?')
  transcript.reads(state(card('old', { n: 1 }), card('a', { n: 2 }), card('b', {})), [])
  expect(transcript.steps).toEqual([
    { step: 'answer', text: 'Here it is.' },
    { step: 'component', name: 'card', props: { n: 2 } },
    { step: 'user', text: 'and now?' },
    { step: 'component', name: 'card', props: {} },
  ])
  transcript.reads(state(card('old', { n: 3 }), card('a', { n: 2 }), card('b', {})), [])
  expect(transcript.steps.at(-1)).toEqual({ step: 'component', name: 'card', props: { n: 3 } })
})

it('of a graph without messages they are among the fields that it answers with', () => {
  const transcript = new Transcript()
  transcript.reads({ ui: [card('a', { n: 1 })] }, [])
  expect(transcript.steps.map(({ step }) => step)).toEqual(['answer'])
})
