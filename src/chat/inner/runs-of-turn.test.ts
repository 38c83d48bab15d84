import { expect, it } from 'vitest'
import type { ShownMessage } from '../conversation/conversation-types.ts'
import type { Turn } from '../conversation/turns.ts'
import { runsOfTurn } from './runs-of-turn.ts'

const said = (id: string, run_id: string | null): ShownMessage => ({
  ...{ key: id, id, kind: 'ai', message: { id, type: 'ai', content: '' }, origin: 'state' },
  ...{ run_id, firstAt: null, settledAt: null },
})
const turn = (runs: (string | null)[], run_id: string | null): Turn => ({
  ...{ key: 't', human: null, results: new Map(), run_id },
  parts: runs.map((run, index) => said(`m${index}`, run)),
})
const records = ['a', 'b', 'c', 'd'].map((run_id) => ({ run_id }))

it('C4: a turn is of the runs that wrote it and of those between them', () => {
  expect(runsOfTurn(turn(['a', null], 'c'), records)).toEqual(['a', 'b', 'c'])
  expect(runsOfTurn(turn(['b'], 'b'), records)).toEqual(['b'])
  expect(runsOfTurn(turn([null], null), records)).toEqual([])
})

it('C4: a run that the list of runs does not hold is asked all the same', () => {
  expect(runsOfTurn(turn(['z', 'c'], 'd'), records)).toEqual(['c', 'd', 'z'])
})
