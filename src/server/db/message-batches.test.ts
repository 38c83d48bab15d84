import { expect, it } from 'vitest'
import { MessageBatches } from './message-batches.ts'

const startup = Buffer.from([0, 0, 0, 8, 0, 3, 0, 0])
const message = (type: string, body = '') => {
  const head = Buffer.alloc(5)
  head.write(type)
  head.writeUInt32BE(4 + body.length, 1)
  return Buffer.concat([head, Buffer.from(body)])
}
const parse = message('P', 'select $1')
const bind = message('B', 'one')
const sync = message('S')

function started() {
  const batches = new MessageBatches()
  expect(batches.add(startup)).toEqual(startup)
  return batches
}

it('keeps the messages of one statement together until it is synced', () => {
  const batches = started()
  expect(batches.add(parse)).toBeNull()
  expect(batches.add(bind)).toBeNull()
  expect(batches.add(sync)).toEqual(Buffer.concat([parse, bind, sync]))
  expect(batches.add(message('Q', 'commit'))).toEqual(message('Q', 'commit'))
})

it('does not mind where the bytes are cut', () => {
  const all = Buffer.concat([startup, parse, bind, sync, parse, sync])
  for (let cut = 1; cut < all.length; cut += 1) {
    const batches = new MessageBatches()
    const parts = [batches.add(all.subarray(0, cut)), batches.add(all.subarray(cut))]
    expect(Buffer.concat(parts.filter((part) => part !== null))).toEqual(all)
  }
})
