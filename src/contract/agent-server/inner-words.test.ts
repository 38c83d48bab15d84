import { describe, expect, it } from 'vitest'
import { callOf, foldKept, foldSpoken, noSpeakers, type Speakers } from './inner-words.ts'

/** Where something is said: `agent:1` or, within a graph of a graph, `team:1|agent:2`. */
const at = (path: string, step = 1, more: object = {}) => ({
  langgraph_node: path.split('|').at(-1)?.split(':')[0],
  langgraph_step: step,
  langgraph_checkpoint_ns: path,
  ...more,
})
const calls = (id: string, ...ids: string[]) => ({
  id,
  type: 'ai',
  content: '',
  tool_calls: ids.map((call) => ({ id: call, name: call, args: {} })),
})
const words = (id: string) => ({ id, type: 'ai', content: 'words' })
const result = (call: string) => ({
  id: `r-${call}`,
  type: 'tool',
  content: '',
  tool_call_id: call,
})
const human = { id: 'h', type: 'human', content: '?' }

type Told = [message: object, metadata: object] | { messages: object[] }

/** The ids of messages that are inner, with the calls that each may belong to. */
function innerOf(told: readonly Told[]) {
  let speakers: Speakers = noSpeakers
  const found: Record<string, readonly string[]> = {}
  for (const item of told) {
    if (!Array.isArray(item)) {
      speakers = foldKept(speakers, item)
      continue
    }
    const spoken = foldSpoken(speakers, item[0] as never, item[1])
    speakers = spoken.speakers
    if (spoken.inner) found[(item[0] as { id: string }).id] = spoken.inner.calls
  }
  return { found, speakers }
}

describe('C4: what is said within a tool call', () => {
  it('comes from another task than the call, until the call has its result', () => {
    const { found } = innerOf([
      { messages: [human] },
      [calls('a1', 't'), at('agent:1', 1)],
      { messages: [human, calls('a1', 't')] },
      [words('inner graph'), at('tools:2|think:3', 1)],
      [words('inner model'), at('tools:2', 2)],
      [calls('inner caller', 'u'), at('tools:2|think:3', 1)],
      [result('u'), at('tools:2|look:4', 2)],
      [result('t'), at('tools:2', 2)],
      { messages: [human, calls('a1', 't'), result('t')] },
      [words('answer'), at('agent:5', 3)],
    ])
    expect(found).toEqual({
      'inner graph': ['t'],
      'inner model': ['t'],
      'inner caller': ['t'],
      'r-u': ['t'],
    })
  })

  it('is told apart in a graph within a graph, whose values nobody tells', () => {
    const { found } = innerOf([
      { messages: [human] },
      [calls('a1', 't'), at('team:1|agent:2', 1)],
      [words('inner graph'), at('team:1|tools:3|think:4', 1)],
      [words('inner model'), at('team:1|tools:3', 2)],
      [words('other team'), at('team:9|tools:3', 2)],
      [result('t'), at('team:1|tools:3', 2)],
      [words('answer'), at('team:1|agent:5', 3)],
    ])
    expect(Object.keys(found)).toEqual(['inner graph', 'inner model'])
  })

  it('is told apart in a run that goes on with a call that an earlier one made', () => {
    const { found } = innerOf([
      { messages: [human, calls('a1', 't')] },
      [words('inner'), at('tools:2|think:3', 1)],
      [result('t'), at('tools:2', 2)],
      [words('answer'), at('agent:4', 3)],
    ])
    expect(Object.keys(found)).toEqual(['inner'])
  })

  it('is named by the inner agent, else by its node', () => {
    const { speakers } = innerOf([{ messages: [calls('a1', 't')] }])
    const speaker = (more: object) =>
      foldSpoken(speakers, words('i'), at('tools:2|think:3', 1, more)).inner?.speaker
    expect(speaker({})).toBe('think')
    expect(speaker({ lc_agent_name: 'researcher' })).toBe('researcher')
  })

  it('belongs to the call whose task it was said in, once that is known', () => {
    const told: Told[] = [
      { messages: [calls('a1', 't', 'u')] },
      [words('one'), at('tools:1|think:3', 1)],
      [words('two'), at('tools:2|think:4', 1)],
    ]
    const callsOf = ({ speakers }: ReturnType<typeof innerOf>) =>
      ['one', 'two'].map((id) => {
        const place = speakers.said.get(id)
        return place ? callOf(place, speakers) : undefined
      })
    expect(callsOf(innerOf(told))).toEqual([null, null])
    expect(callsOf(innerOf([...told, [result('u'), at('tools:2', 2)]]))).toEqual(['t', 'u'])
  })
})

describe('C4: what is the thread’s own', () => {
  const own = (told: readonly Told[]) => expect(innerOf(told).found).toEqual({})

  it('an answer without calls, in any depth', () => {
    own([
      [words('a'), at('write:1')],
      [words('b'), at('team:1|write:2')],
      [words('c'), {}],
    ])
  })

  it('an answer after a model was asked for a form, which is no call of the thread', () => {
    own([
      { messages: [human] },
      [calls('form', 't'), at('route:1', 1)],
      { messages: [human] },
      [words('answer'), at('write:2', 2)],
    ])
    own([
      { messages: [human] },
      [calls('form', 't'), at('team:1|route:2', 1)],
      [words('answer'), at('team:1|write:3', 2)],
    ])
  })

  it('what a node says beside the one that calls, or after it has carried out its own calls', () => {
    own([
      { messages: [human] },
      [calls('a1', 't'), at('left:1', 1)],
      [words('beside'), at('right:2', 1)],
      [words('deep beside'), at('right:3|write:4', 1)],
      [words('after'), at('left:1', 1)],
    ])
  })

  it('an answer to a question that came after a call was left without a result', () => {
    own([
      { messages: [human, calls('a1', 't'), { ...human, id: 'h2' }] },
      [words('answer'), at('agent:1', 1)],
    ])
  })

  it('an answer when the caller speaks again though a result is missing', () => {
    own([
      [calls('a1', 't', 'u'), at('agent:1', 1)],
      { messages: [human, calls('a1', 't', 'u')] },
      [result('t'), at('tools:2', 2)],
      [words('answer'), at('agent:3', 3)],
    ])
  })
})
