import { expect, it } from 'vitest'
import type { Run } from '../../contract/agent-server/runs.ts'
import type { ThreadState } from '../../contract/agent-server/threads.ts'
import { type CheckpointEntry, entryOf } from '../checkpoints/checkpoint-entry.ts'
import { foldState } from '../conversation/conversation.ts'
import { emptyConversation } from '../conversation/conversation-types.ts'
import { beforePutAway, hasPutAway } from './put-away.ts'

const stateOf = (id: string, parent: string | null, messages: object[], source = 'loop') =>
  ({
    values: { messages },
    next: [],
    tasks: [],
    checkpoint: { checkpoint_id: id },
    parent_checkpoint: parent ? { checkpoint_id: parent } : null,
    metadata: { source },
  }) satisfies ThreadState
const said = (id: string, more: object = {}) => ({ id, type: 'human', content: id, ...more })
const summary = said('s', { additional_kwargs: { lc_source: 'summarization' } })

/** Newest first, as the history gives them. */
function entries(...states: ThreadState[]): CheckpointEntry[] {
  const list: CheckpointEntry[] = []
  for (const state of states.toReversed()) {
    const entry = entryOf(state, list.at(-1))
    if (entry) list.push(entry)
  }
  return list
}

it('C5: the checkpoint before messages went is found, and who took them out', () => {
  const one = stateOf('1', null, [said('a')])
  const two = stateOf('2', '1', [said('a'), said('b')])
  const three = stateOf('3', '2', [summary, said('b')])
  const four = stateOf('4', '3', [summary, said('b'), said('c')])
  expect(beforePutAway(entries(one, two, three, four), '4')).toEqual({
    checkpoint_id: '2',
    by: 'agent',
  })
  const byHand = { ...three, metadata: { source: 'update' } }
  expect(beforePutAway(entries(one, two, byHand), '3')).toMatchObject({ by: 'person' })
  expect(beforePutAway(entries(one, two), '2')).toBeNull()
  expect(beforePutAway(entries(four), '4')).toBe('unknown')
})

const run = (run_id: string, ids: string[], more: Partial<Run> = {}): Run => ({
  run_id,
  thread_id: 't',
  status: 'success',
  created_at: '',
  updated_at: '',
  ...more,
  kwargs: { input: { messages: ids.map((id) => said(id)) }, ...more.kwargs },
})

function isOffered(
  messages: object[],
  records: Run[],
  viewing: ThreadState | null = null,
  told: Partial<ThreadState> = {},
) {
  const state = stateOf('1', null, messages)
  const conversation = foldState(emptyConversation, state, { run_id: null, at: null })
  return hasPutAway({ conversation, records, viewing, state: { ...state, ...told } })
}

it('C5: earlier messages are offered where the thread shows that it once had more', () => {
  expect(isOffered([summary, said('b')], [])).toBe(true)
  expect(isOffered([said('b')], [run('1', ['a']), run('2', ['b'])])).toBe(true)
  const bare = (run_id: string, content: string) =>
    run(run_id, [], { kwargs: { input: { messages: [{ role: 'user', content }] } } })
  expect(isOffered([said('b')], [bare('1', 'a'), bare('2', 'b')])).toBe(true)
  expect(isOffered([said('a'), said('b')], [bare('1', 'a'), bare('2', 'b')])).toBe(false)
  // As visitors are told of a summary, which they do not read.
  expect(isOffered([said('b')], [], null, { metadata: { is_summarized: true } })).toBe(true)
})

it('C5: and not where it has all of them, has branches, or keeps none under its id', () => {
  const [first, second] = [run('1', ['a']), run('2', ['b'])]
  expect(isOffered([said('a'), said('b')], [first, second])).toBe(false)
  expect(isOffered([said('b')], [run('1', ['a'], { status: 'error' }), second])).toBe(false)
  expect(isOffered([said('b')], [])).toBe(false)
  expect(isOffered([said('other')], [first, second])).toBe(false)
  const fork = run('3', ['c'], { kwargs: { checkpoint_id: '0' } })
  expect(isOffered([said('c')], [first, fork])).toBe(false)
  expect(isOffered([said('a')], [first, second], stateOf('0', null, []))).toBe(false)
})
