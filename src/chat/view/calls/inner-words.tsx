import { useContext, useId } from 'react'
import { callOf } from '../../../contract/agent-server/inner-words.ts'
import type { InnerMessage } from '../../conversation/conversation-types.ts'
import { type ShownCall, shownCalls } from '../../conversation/parts/tool-calls.ts'
import { KnownInnerWords } from '../../inner/use-inner-words.ts'
import { MessageContent } from '../content/message-content.tsx'
import { ToolCard } from './tool-card.tsx'

type InnerWordsProps = {
  calls: readonly ShownCall[]
  /** What was said in one of several calls, of which these have the last, but nobody can tell in which. */
  isUnsure?: boolean
  /** The run that made the calls is at work. */
  isActive: boolean
}

/** What an agent or a model said that a tool asked, below its call: who says it, and what. */
export function InnerWords({ calls, isUnsure = false, isActive }: InnerWordsProps) {
  const known = useContext(KnownInnerWords)
  const ids = calls.map(({ id }) => id)
  const said = known.inner.filter((item) => {
    const call = callOf(item.within, known)
    if (isUnsure) return call === null && ids.includes(item.within.calls.at(-1) ?? '')
    return call !== null && ids.includes(call)
  })
  const shown = said.filter(({ kind, message }) => kind === 'ai' || !message.tool_call_id)
  return shown.map((item, index) => (
    <InnerMessageView
      key={item.key}
      item={item}
      said={said}
      isActive={isActive}
      isNamed={shown[index - 1]?.within.speaker !== item.within.speaker}
    />
  ))
}

type InnerMessageProps = {
  item: InnerMessage
  said: readonly InnerMessage[]
  isActive: boolean
  isNamed: boolean
}

function InnerMessageView({ item, said, isActive, isNamed }: InnerMessageProps) {
  const { speaker } = item.within
  const name = useId()
  const resultOf = (id: string | null) =>
    said.find(({ message }) => id !== null && message.tool_call_id === id) ?? null
  return (
    <section
      aria-labelledby={name}
      className="mb-3 ml-3 border-l-2 pl-3 text-ink-2 text-md leading-5"
    >
      <div id={name} className={isNamed ? 'mb-0.5 text-ink-3 text-sm' : 'sr-only'}>
        <span className="mono">{speaker}</span>, within the call
      </div>
      <MessageContent item={item} isStreaming={isActive && item.origin === 'stream'} />
      {shownCalls(item).map((call) => (
        <ToolCard
          key={call.key}
          call={call}
          result={resultOf(call.id)}
          calledAt={null}
          runs={isActive ? 'active' : 'over'}
        />
      ))}
    </section>
  )
}
