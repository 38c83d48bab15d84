import { expect, it } from 'vitest'
import type { ThreadState } from '../../contract/agent-server/threads.ts'
import { authorsOf, branchesOf } from './branches.ts'
import { type CheckpointEntry, entryOf } from './checkpoint-entry.ts'

interface Told {
  id: string
  parent: string | null
  messages: string[]
  run?: string
}

/** Entries as the history gives them, newest first, from a list that is oldest first. */
function entries(...told: Told[]): CheckpointEntry[] {
  const list: CheckpointEntry[] = []
  for (const item of [...told].reverse()) {
    const second = told.indexOf(item)
    const state = {
      values: { messages: item.messages.map((id) => ({ id, type: 'ai', content: '' })) },
      next: [],
      tasks: [],
      created_at: new Date(second * 1000).toISOString(),
      checkpoint: { checkpoint_id: item.id },
      parent_checkpoint: item.parent ? { checkpoint_id: item.parent } : null,
      metadata: { run_id: item.run ?? null, step: second },
    } satisfies ThreadState
    const entry = entryOf(state, list.at(-1))
    if (entry) list.push(entry)
  }
  return list
}

const input = { id: 'i', parent: null, messages: [], run: 'r1' }
const asked = { id: 's', parent: 'i', messages: ['h1'], run: 'r1' }
const answered = { id: 'e', parent: 's', messages: ['h1', 'a1'], run: 'r1' }

it('a thread without forks has no branches', () => {
  const { byMessage, beyond } = branchesOf(entries(input, asked, answered), 'e')
  expect([...byMessage]).toEqual([])
  expect(beyond).toBeNull()
})

it('an answer made again is two versions of the answer, each leading to its newest end', () => {
  const again = { id: 'e2', parent: 's', messages: ['h1', 'a2'], run: 'r2' }
  const further = { id: 'f', parent: 'e2', messages: ['h1', 'a2', 'h2'], run: 'r3' }
  const list = entries(input, asked, answered, again, further)
  expect(Object.fromEntries(branchesOf(list, 'f').byMessage)).toEqual({
    a2: { ends: ['e', 'f'], current: 1 },
  })
  expect(Object.fromEntries(branchesOf(list, 'e').byMessage)).toEqual({
    a1: { ends: ['e', 'f'], current: 0 },
  })
  expect(authorsOf(list).get('a1')).toBe('r1')
  expect(authorsOf(list).get('a2')).toBe('r2')
})

it('an edited message parts where its input was taken in, with checkpoints between that change nothing', () => {
  const secondInput = { id: 'i2', parent: 'i', messages: [], run: 'r2' }
  const edited = { id: 's2', parent: 'i2', messages: ['h9'], run: 'r2' }
  const list = entries(input, asked, answered, secondInput, edited)
  expect(branchesOf(list, 's2').byMessage.get('h9')).toEqual({ ends: ['e', 's2'], current: 1 })
  expect(branchesOf(list, 'e').byMessage.get('h1')?.current).toBe(0)
})

it('a branch that ended before its first message leads to what others made there', () => {
  const stopped = { id: 'x', parent: 's', messages: ['h1'], run: 'r2' }
  const { byMessage, beyond } = branchesOf(entries(input, asked, answered, stopped), 'x')
  expect(byMessage.size).toBe(0)
  expect(beyond).toEqual({ ends: ['e'], current: -1 })
})
