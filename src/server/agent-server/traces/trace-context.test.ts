import { expect, it } from 'vitest'
import { spanIdOf, traceContextOf } from './trace-context.ts'

const trace = '4bf92f3577b34da6a3ce929d0e0e4736'
const parent = '00f067aa0ba902b7'

it('goes on with the trace of whoever asks', () => {
  expect(traceContextOf(`00-${trace}-${parent}-01`)).toEqual({
    trace_id: trace,
    trace_parent: parent,
  })
  // A later version may have more behind it.
  expect(traceContextOf(`01-${trace}-${parent}-00-more`).trace_id).toBe(trace)
})

it.each([
  undefined,
  '',
  'nonsense',
  `ff-${trace}-${parent}-01`,
  `00-${'0'.repeat(32)}-${parent}-01`,
  `00-${trace}-${'0'.repeat(16)}-01`,
  `00-${trace.toUpperCase()}-${parent}-01`,
  `00-${trace}-${parent}-01-more`,
])('begins a trace instead of %j', (header) => {
  const begun = traceContextOf(header)
  expect(begun.trace_parent).toBeNull()
  expect(begun.trace_id).toMatch(/^[0-9a-f]{32}$/)
  expect(begun.trace_id).not.toBe(trace)
})

it('the id of a span follows from that of the call', () => {
  expect(spanIdOf('01a21019-3b0b-715f-b195-1ff682a17e07')).toBe('b1951ff682a17e07')
})
