import { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import { hidingKey } from './hide-key.ts'

const key = 'qd_qd_secret'

async function through(parts: string[]): Promise<string> {
  let text = ''
  for await (const part of Readable.from(parts.map((one) => Buffer.from(one))).pipe(
    hidingKey(key),
  )) {
    text += part
  }
  return text
}

it('takes the key out wherever the bytes are cut, and nothing else', async () => {
  const whole = `a ${key} b qd_qd_ qd_secret ${key}${key} qd`
  const hidden = whole.replaceAll(key, '*'.repeat(key.length))
  for (let cut = 0; cut <= whole.length; cut += 1) {
    expect(await through([whole.slice(0, cut), whole.slice(cut)].filter(Boolean))).toBe(hidden)
  }
  expect(await through([...whole])).toBe(hidden)
})

it('passes on at once what cannot be the key', async () => {
  const stream = hidingKey(key)
  stream.write('event: a\n\n')
  expect(String(stream.read())).toBe('event: a\n\n')
  stream.write('data: q')
  expect(String(stream.read())).toBe('data: ')
  stream.write('d_no')
  expect(String(stream.read())).toBe('qd_no')
})
