import { expect, it } from 'vitest'
import { eventFileText, parseEventFile } from './event-file.ts'

const logged = (number: number, event: string, data: unknown) => ({
  number,
  at: 1000 + number,
  event: { id: String(number), event, data },
})

it('what is saved can be read again, without the addresses that let anyone vote', () => {
  const events = [
    logged(1, 'values', { a: ['line\nbreak'] }),
    logged(2, 'feedback', { user_score: 'https://x.example/api/v1/feedback/tokens/secret' }),
  ]
  const text = eventFileText({ thread_id: 't', run_id: 'r', events })
  expect(text).not.toContain('secret')
  const read = parseEventFile(text)
  expect(read).toMatchObject({ thread_id: 't', run_id: 'r' })
  expect(read.events[0]).toEqual(events[0])
  expect(read.events[1]?.event.data).toEqual({ user_score: '(pre-signed address)' })
})

it('says what is wrong with a file that is none', () => {
  expect(() => parseEventFile('hello')).toThrow('Line 1 of the file is no JSON object.')
  expect(() => parseEventFile('{"a":1}')).toThrow('no saved stream')
  const head = '{"format":"quarterdeck.run-events","version":1}'
  expect(() => parseEventFile(`${head}\n{"at":1}`)).toThrow('Line 2 holds no event.')
})
