import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { Packing } from './packing.ts'

it('35.4.1: what is small does not overtake what is large of its run; it does of another run', async () => {
  const packing = new Packing()
  const left: string[] = []
  const ask = async (name: string, run_id: string, size: number) => {
    const bytes = Buffer.alloc(size, 'some words ')
    await packing.packed({
      call: 'put-writes',
      scope: { thread_id: run_id, run_id, attempt: 1 },
      checkpoint_ns: '',
      checkpoint_id: '1',
      task_id: name,
      task_path: '',
      writes: [{ idx: 0, channel: 'text', type: 'bytes', bytes }],
    })
    left.push(name)
  }
  const [run, other] = [randomUUID(), randomUUID()]
  await Promise.all([ask('large', run, 4_000_000), ask('small', run, 10), ask('other', other, 10)])
  expect(left).toEqual(['other', 'large', 'small'])
})

it('35.4.1: what cannot be packed is refused by itself, and what comes after it leaves', async () => {
  const packing = new Packing()
  const ask = (bytes: unknown) =>
    packing.packed({
      call: 'put-writes',
      scope: { thread_id: 'run', run_id: 'run', attempt: 1 },
      checkpoint_ns: '',
      checkpoint_id: '1',
      task_id: 'task',
      task_path: '',
      writes: [{ idx: 0, channel: 'text', type: 'bytes', bytes: bytes as Buffer }],
    })
  const [broken, fine] = await Promise.allSettled([ask(null), ask(Buffer.from('words'))])
  expect([broken.status, fine.status]).toEqual(['rejected', 'fulfilled'])
})
