import type { RepositoryFiles } from './git.ts'

/** A graph that says something by a component, changes it, and takes another away again; “draw x” draws x. */
const graph = `import { Annotation, MessagesAnnotation, START, StateGraph } from '@langchain/langgraph'
import { typedUi, uiMessageReducer } from '@langchain/langgraph-sdk/react-ui/server'

const State = Annotation.Root({
  ...MessagesAnnotation.spec,
  ui: Annotation({ reducer: uiMessageReducer, default: () => [] }),
})

export const graph = new StateGraph(State)
  .addNode('say', async (state, config) => {
    const ui = typedUi(config)
    const message = { id: crypto.randomUUID(), type: 'ai', content: 'Here is the weather.' }
    const asked = state.messages.at(-1).text
    const last = state.ui.at(-1)
    if (asked === 'the rest' && last) {
      const { id, name, metadata } = last
      ui.push({ id, name, props: { list: ['one', 'two'] }, metadata: { id: metadata.id } }, { merge: true })
      return { messages: [message] }
    }
    if (asked.startsWith('draw ')) {
      ui.push({ name: asked.split(' ')[1], props: { asked } }, { message })
      return { messages: [message] }
    }
    const first = ui.push({ name: 'weather', props: { city: 'Oslo', asked } }, { message })
    ui.push({ id: first.id, name: 'weather', props: { degrees: 7 } }, { message, merge: true })
    const other = ui.push({ name: 'weather', props: { city: 'Rome' } }, { message })
    ui.delete(other.id)
    return { messages: [message] }
  })
  .addEdge(START, 'say')
  .compile()
`

const components = `import { useEffect, useState } from 'react'
import { useStreamContext } from '@langchain/langgraph-sdk/react-ui'
import './ui.css'
import sun from './sun.svg'

function Weather({ city, degrees }: { city: string; degrees?: number }) {
  const { values, meta, submit } = useStreamContext()
  const [count, setCount] = useState(0)
  return (
    <section className="rounded-xl bg-sky-100 p-4 text-slate-900">
      <img src={sun} alt="Sun" width="16" height="16" />
      <h2 className="text-lg font-bold">{city}</h2>
      <p>{degrees} degrees</p>
      <p>{(values.messages ?? []).length} messages</p>
      <button type="button" onClick={() => setCount(count + 1)}>Pressed {count}</button>
      <button
        type="button"
        onClick={() => submit({ messages: [{ type: 'human', content: 'And tomorrow?' }] })}
      >
        Tomorrow
      </button>
    </section>
  )
}

function Fragile() {
  throw new Error('It is broken.')
}

/** Cannot be drawn with a part of what it shows, which may come first. */
function Demanding({ list }: { list?: string[] }) {
  return <ul>{list!.map((one) => <li key={one}>{one}</li>)}</ul>
}

/** Tries whatever code of a stranger would try, and says what came of it. */
function Hostile() {
  const { submit } = useStreamContext()
  const [found, setFound] = useState<string[]>([])
  useEffect(() => {
    const tries: [string, () => unknown][] = [
      ['page', () => parent.document.title],
      ['cookies', () => document.cookie],
      ['storage', () => localStorage.length],
      ['network', () => fetch('/gateway/session')],
      ['picture', () => new Promise((resolve, reject) => {
        const image = new Image()
        image.onload = resolve
        image.onerror = reject
        image.src = '/favicon.svg'
      })],
      ['top', () => { top!.location.href = 'about:blank' }],
      ['worker', () => new Promise((resolve, reject) => {
        const worker = new Worker(URL.createObjectURL(new Blob(['postMessage(1)'])))
        worker.onmessage = resolve
        worker.onerror = reject
      })],
    ]
    const settle = async ([what, attempt]: (typeof tries)[number]) => {
      try {
        await attempt()
        return what + ' reached'
      } catch {
        return what + ' kept'
      }
    }
    submit({ messages: [{ type: 'human', content: 'unasked' }] })
    Promise.all(tries.map(settle)).then(setFound)
  }, [])
  return <ul>{found.map((one) => <li key={one}>{one}</li>)}</ul>
}

/** Tries to carry what was said to an address in it. */
function Leaving({ asked }: { asked: string }) {
  const address = asked.split(' ').at(-1) ?? ''
  useEffect(() => {
    open(address)
    const form = document.createElement('form')
    form.action = address
    document.body.append(form)
    form.submit()
    const style = document.createElement('style')
    style.textContent = '@import "' + address + '"; body { background: url(' + address + ') }'
    document.head.append(style)
    navigator.sendBeacon(address, asked)
    location.href = address
  }, [])
  return <p>Leaving</p>
}

/** Fills itself with lines until it is higher than any screen. */
function Tall() {
  return <div>{Array.from({ length: 200 }, (_, line) => <p key={line}>Line {line}</p>)}</div>
}

export default { weather: Weather, fragile: Fragile, demanding: Demanding, hostile: Hostile, leaving: Leaving, tall: Tall }
`

/** A project whose agent says something by a component, written as the published guide does. */
export function componentProject(
  more: RepositoryFiles = {},
  config: Record<string, unknown> = {},
): RepositoryFiles {
  return {
    'langgraph.json': JSON.stringify({
      graphs: { agent: './agent.ts:graph' },
      ui: { agent: './src/ui.tsx' },
      ...config,
    }),
    'agent.ts': graph,
    'src/ui.tsx': components,
    'src/ui.css': '@import "tailwindcss";\n',
    'src/sun.svg': '<svg xmlns="http://www.w3.org/2000/svg"><circle r="5"/></svg>',
    ...more,
  }
}
