import { expect, it } from 'vitest'
import { CoalescedTask } from './coalesced-task.ts'

/** A task whose runs end when the test says so. */
function gated() {
  const gates: { open(): void; fail(error: Error): void }[] = []
  const errors: Error[] = []
  const task = new CoalescedTask(
    () => new Promise((open, fail) => gates.push({ open, fail })),
    (error) => errors.push(error),
  )
  return { task, gates, errors }
}

it('runs at once, and once more for all that was requested meanwhile', async () => {
  const { task, gates } = gated()
  const first = task.request()
  const others = [task.request(), task.request(), task.request()]
  expect(gates).toHaveLength(1)
  gates[0]?.open()
  await first
  expect(gates).toHaveLength(2)
  // Whoever asks during that run is not served by it either.
  const last = task.request()
  gates[1]?.open()
  await Promise.all(others)
  expect(gates).toHaveLength(3)
  gates[2]?.open()
  await last
  expect(gates).toHaveLength(3)
})

it('begins afresh when it is requested after its last run', async () => {
  const { task, gates } = gated()
  const first = task.request()
  gates[0]?.open()
  await first
  void task.request()
  expect(gates).toHaveLength(2)
})

it('tells of a failure, and still runs for what was requested meanwhile', async () => {
  const { task, gates, errors } = gated()
  const first = task.request()
  const second = task.request()
  gates[0]?.fail(new Error('the first run failed'))
  await first
  expect(errors.map(({ message }) => message)).toEqual(['the first run failed'])
  expect(gates).toHaveLength(2)
  gates[1]?.open()
  await second
})

it('stops when the run that is going on is over, without the one that was requested', async () => {
  const { task, gates } = gated()
  void task.request()
  const pending = task.request()
  let isStopped = false
  const stopped = task.stop().then(() => {
    isStopped = true
  })
  await Promise.resolve()
  expect(isStopped).toBe(false)
  gates[0]?.open()
  await stopped
  await pending
  void task.request()
  expect(gates).toHaveLength(1)
})
