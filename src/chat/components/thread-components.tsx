import { useEffect, useMemo, useRef, useState } from 'react'
import { componentGlobal } from '../../contract/agent-server/components/component-global.ts'
import {
  type UiMessage,
  uiMessagesOf,
  withUiEvent,
} from '../../contract/agent-server/components/ui-messages.ts'
import { messagesOf } from '../../contract/agent-server/messages.ts'
import { Button } from '../../ui/controls/button.tsx'
import { JsonView } from '../../ui/page/json-view.tsx'
import type { Turn } from '../conversation/turns.ts'
import type { StartRun } from '../history/use-time-travel.ts'
import type { RunSession, SessionSnapshot } from '../session/session-types.ts'
import { asError } from '../thrown.ts'
import { ComponentFrame } from './component-frame.tsx'
import type { StreamFacts } from './frame-messages.ts'
import { type ComponentCode, loadComponent } from './load-component.ts'
import { ofTurn } from './of-turn.ts'

type ThreadComponentsProps = {
  session: RunSession
  snapshot: SessionSnapshot
  turn: Turn
  /** What belongs to no message of the thread stands at its end. */
  isLast: boolean
  onRun: StartRun
}

/** What the agent said in a turn by components of its project. */
export function ThreadComponents(props: ThreadComponentsProps) {
  const { session, snapshot, turn, isLast, onRun } = props
  const { conversation, run } = snapshot
  const { values, custom } = conversation
  const isActive = run?.outcome === 'active'
  const said = useMemo(() => {
    const kept = uiMessagesOf(values)
    // What is told after the values is in those that come.
    return isActive ? custom.reduce((list, { data }) => withUiEvent(list, data), kept) : kept
  }, [values, custom, isActive])
  const { interrupts, failure } = conversation
  const stream = useMemo(
    (): StreamFacts => ({
      values,
      messages: messagesOf(values),
      isLoading: isActive,
      error: failure?.message ?? null,
      interrupts,
    }),
    [values, isActive, failure, interrupts],
  )
  const mine = ofTurn(said, turn, conversation.messages, isLast)
  return mine.map((one) => (
    <SaidComponent
      key={one.id}
      said={one}
      session={session}
      graphId={graphOf(snapshot, one)}
      stream={stream}
      onSubmit={(input, command) =>
        void onRun(command ? { command: command as Readonly<Record<string, unknown>> } : { input })
      }
    />
  ))
}

type SaidComponentProps = {
  said: UiMessage
  session: RunSession
  graphId: string | null
  stream: StreamFacts
  onSubmit: (input: unknown, command: unknown) => void
}

/** Why a component is not drawn with what it was given; given something else, it is tried again. */
interface Fault {
  readonly of: UiMessage
  readonly reason: string
}

/** One component, or in its place what it would be drawn with. */
function SaidComponent({ said, session, graphId, stream, onSubmit }: SaidComponentProps) {
  const [code, setCode] = useState<ComponentCode | null>(null)
  const [fault, setFault] = useState<Fault | null>(null)
  const [tries, setTries] = useState(0)
  const latest = useRef(said)
  latest.current = said
  const { transport } = session
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked for, it is loaded once more
  useEffect(() => {
    if (graphId === null) return
    let isGone = false
    const fail = (error: unknown) =>
      isGone || setFault({ of: latest.current, reason: asError(error).message })
    loadComponent(transport, graphId, said.name).then((loaded) => isGone || setCode(loaded), fail)
    return () => {
      isGone = true
    }
  }, [transport, graphId, said.name, tries])
  const isFaulty = fault !== null && (fault.of === said || code === null)
  if (graphId === null || isFaulty) {
    return (
      <div className="mt-2.5">
        <p className="mb-1 flex flex-wrap items-center gap-2 text-ink-3 text-sm">
          The component “{said.name}” cannot be drawn:{' '}
          {fault?.reason ?? 'It is not known which graph said it.'}
          {graphId !== null && (
            <Button
              size="sm"
              onClick={() => {
                setFault(null)
                setTries(tries + 1)
              }}
            >
              Try again
            </Button>
          )}
        </p>
        <JsonView value={said.props} label={`what ${said.name} would show`} />
      </div>
    )
  }
  return (
    <div className="mt-2.5">
      {code && (
        <ComponentFrame
          said={said}
          code={code}
          global={componentGlobal(graphId)}
          stream={stream}
          onSubmit={onSubmit}
          onStop={() => void session.interrupt()}
          // What went wrong first is why the rest did.
          onFailed={(reason) =>
            setFault((first) => (first?.of === said ? first : { of: said, reason }))
          }
        />
      )}
    </div>
  )
}

/** The graph whose components are meant: that of its run, or else that of the thread's state. */
function graphOf({ records, state }: SessionSnapshot, { metadata }: UiMessage): string | null {
  const run = records.find(({ run_id }) => run_id === metadata.run_id) ?? records.at(-1)
  const known = [run, state].map((one) => (one?.metadata as Record<string, unknown>)?.graph_id)
  return known.find((one): one is string => typeof one === 'string') ?? null
}
