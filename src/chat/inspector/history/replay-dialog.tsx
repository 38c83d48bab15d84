import { Pause, Play } from 'lucide-react'
import { useEffect, useId, useMemo, useRef, useState } from 'react'
import { Button } from '../../../ui/controls/button.tsx'
import { Dialog } from '../../../ui/overlay/dialog.tsx'
import { type Conversation, emptyConversation } from '../../conversation/conversation-types.ts'
import { foldNewest } from '../../conversation/fold-newest.ts'
import { shownCalls } from '../../conversation/parts/tool-calls.ts'
import { ToolCard } from '../../view/calls/tool-card.tsx'
import { MessageContent, RawMessage } from '../../view/content/message-content.tsx'
import type { EventFile } from '../event-file.ts'

type ReplayDialogProps = { file: EventFile; onClose: () => void }

/** Longer silences of the recording are cut to this. */
const longestPauseMs = 2000

/** A saved stream, event by event or in its own time: the same reducer shows it as it did live. */
export function ReplayDialog({ file, onClose }: ReplayDialogProps) {
  const { events } = file
  const [at, setAt] = useState(events.length)
  const [isPlaying, setIsPlaying] = useState(false)
  const conversation = useFolded(file, at)
  const current = events[at - 1]
  const id = useId()
  useEffect(() => {
    if (!isPlaying) return
    const next = events[at]
    if (!next) return setIsPlaying(false)
    const waitMs = current ? Math.min(longestPauseMs, Math.max(0, next.at - current.at)) : 0
    const timer = setTimeout(() => setAt(at + 1), waitMs)
    return () => clearTimeout(timer)
  }, [isPlaying, at, events, current])
  const play = () => {
    if (at >= events.length) setAt(0)
    setIsPlaying(!isPlaying)
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      size="lg"
      title="Replay of a saved stream"
      description={file.run_id ? `Run ${file.run_id}` : undefined}
    >
      <div className="flex items-center gap-3">
        <Button acts onClick={play}>
          {isPlaying ? (
            <Pause aria-hidden size={14} strokeWidth={1.8} />
          ) : (
            <Play aria-hidden size={14} strokeWidth={1.8} />
          )}
          {isPlaying ? 'Pause' : 'Play'}
        </Button>
        <label htmlFor={id} className="sr-only">
          Events played
        </label>
        <input
          id={id}
          type="range"
          min={0}
          max={events.length}
          value={at}
          onChange={(event) => {
            setIsPlaying(false)
            setAt(Number(event.target.value))
          }}
          className="min-w-0 grow accent-accent"
        />
        <span className="flex-none text-ink-2 text-sm tabular-nums">{`${at} of ${events.length}`}</span>
      </div>
      <p className="mono mt-1 min-h-5 truncate text-ink-3 text-sm">{current?.event.event ?? ''}</p>
      <div className="mt-2 min-h-40 border-t pt-3 text-base leading-[23px]">
        <Shown conversation={conversation} />
      </div>
    </Dialog>
  )
}

function Shown({ conversation }: { conversation: Conversation }) {
  const { messages, failure } = conversation
  const results = new Map(
    messages.flatMap((item) => {
      const call = item.message.tool_call_id
      return call ? [[call, item] as const] : []
    }),
  )
  return (
    <>
      {messages.map((item) => {
        if (item.kind === 'tool') return null
        if (item.kind !== 'ai' && item.kind !== 'human')
          return <RawMessage key={item.key} item={item} />
        return (
          <div key={item.key} className="mb-3">
            <div className="text-ink-3 text-sm">{item.kind === 'ai' ? 'Answer' : 'Message'}</div>
            <MessageContent item={item} isStreaming={item.origin === 'stream'} />
            {shownCalls(item).map((call) => (
              <ToolCard
                key={call.key}
                call={call}
                result={results.get(call.id ?? '') ?? null}
                calledAt={item.settledAt}
                runs="active"
              />
            ))}
          </div>
        )
      })}
      {failure && <p className="text-bad">{failure.message}</p>}
    </>
  )
}

const beginning = { count: 0, conversation: emptyConversation }

/** The first `count` events, folded: forwards only what is new. */
function useFolded({ events, run_id }: EventFile, count: number): Conversation {
  const last = useRef(beginning)
  return useMemo(() => {
    const from = last.current.count <= count ? last.current : beginning
    const conversation = events
      .slice(from.count, count)
      .reduce(
        (folded, { event, at }) => foldNewest(folded, event, { run_id, at }),
        from.conversation,
      )
    // A cache of a pure function: a render that is thrown away leaves a state that is right as well.
    last.current = { count, conversation }
    return conversation
  }, [events, run_id, count])
}
