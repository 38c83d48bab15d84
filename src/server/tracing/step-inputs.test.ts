import { expect, it } from 'vitest'
import type { TracedRun } from '../../contract/tracing/traced-runs.ts'
import { withInputs } from './step-inputs.ts'
import type { TracedPart } from './traced-steps.ts'

const part = (name: string, checkpointId: string | null): TracedPart => ({
  run: { name, inputs: { of: name } } as unknown as TracedRun,
  checkpointId,
})

async function read(parts: readonly TracedPart[], most?: number) {
  const asked: string[] = []
  const valuesAt = async (id: string) => {
    asked.push(id)
    return id === 'gone' ? undefined : { values: { at: id }, length: 10 }
  }
  const runs = await withInputs(parts, valuesAt, most)
  return { asked, inputs: runs.map(({ inputs }) => inputs) }
}

it('steps that ran together were given the same, which is read once; what is no step has its own', async () => {
  const parts = [part('run', null), part('one', 'a'), part('two', 'a'), part('three', 'gone')]
  expect(await read(parts)).toEqual({
    asked: ['a', 'gone'],
    inputs: [{ of: 'run' }, { at: 'a' }, { at: 'a' }, {}],
  })
})

it('no more is read than a page holds: what stands behind is told without', async () => {
  const parts = ['a', 'b', 'c', 'a'].map((id) => part(id, id))
  expect(await read(parts, 20)).toEqual({
    asked: ['a', 'b'],
    inputs: [{ at: 'a' }, { at: 'b' }, {}, { at: 'a' }],
  })
})
