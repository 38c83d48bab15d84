import { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import { hidingVotes } from './hide-votes.ts'

async function through(parts: string[]): Promise<string> {
  const chunks: Buffer[] = []
  const source = Readable.from(parts.map((one) => Buffer.from(one, 'latin1')))
  for await (const part of source.pipe(hidingVotes())) chunks.push(part)
  return Buffer.concat(chunks).toString('latin1')
}

const token = 'Ab-_9.~%41'
const stars = '*'.repeat(token.length)

it('§2.6 takes every token out wherever the bytes are cut, and nothing else', async () => {
  const body = (one: string) =>
    JSON.stringify({
      up: `https://a.example/api/v1/feedback/tokens/${one}`,
      down: `https://a.example/api/v1/feedback/feedback/tokens/${one}?score=1`,
      text: 'feedback/tokens/{token_id} feedback/tokens fefeedback/token/x \\ feedback\u00e9',
      last: `feedback/tokens/feedback/tokens/${one}`,
    })
  for (const write of [body, (one: string) => body(one).replaceAll('/', '\\/')]) {
    const whole = write(token)
    const hidden = write(stars).replace(/(?<="feedback\\?\/tokens\\?\/)feedback/, '********')
    for (let cut = 1; cut < whole.length; cut += 1) {
      expect(await through([whole.slice(0, cut), whole.slice(cut)])).toBe(hidden)
    }
    expect(await through([...whole])).toBe(hidden)
  }
})

it('passes every byte on at once', async () => {
  const stream = hidingVotes()
  for (const [part, shown] of [
    ['data: {"up":"https://a/feedback/tok', 'data: {"up":"https://a/feedback/tok'],
    ['ens/ab', 'ens/**'],
    ['c"}\n\n', '*"}\n\n'],
  ] as const) {
    stream.write(part)
    expect(String(stream.read())).toBe(shown)
  }
})
