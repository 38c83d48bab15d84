import { ArrowUp, Braces, Settings2 } from 'lucide-react'
import { memo, type Ref, useImperativeHandle, useMemo, useRef, useState } from 'react'
import { inputKind } from '../../contract/agent-server/input/input-kind.ts'
import { writeJson } from '../../contract/exact-json.ts'
import { Button, IconButton } from '../../ui/controls/button.tsx'
import { lazyPart } from '../../ui/page/lazy-part.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { BreakpointChips, type BreakpointsInUse } from '../breakpoints/breakpoint-chips.tsx'
import type { RunSession, SubmitResult, Work } from '../session/session-types.ts'
import { useSessionPart } from '../view/use-session.ts'
import { ComposerChoices, type RunChoices } from './composer-choices.tsx'
import { FileButton } from './composer-files.tsx'
import { ComposerHints } from './composer-hints.tsx'
import { ComposerShape } from './composer-shape.tsx'
import { useInputSchema } from './form/use-input-schema.ts'
import { MessageBox } from './message-box.tsx'
import { StopButton } from './stop-button.tsx'
import { useMessage } from './use-message.ts'

/** What can be done with the box from outside of it. */
export interface ComposerHandle {
  /** Puts a text into the box, behind what was typed there, and the focus. */
  suggest(text: string): void
}

type ComposerProps = {
  session: RunSession
  /** The thread's: what is typed and not sent is kept under it. */
  draftKey: string
  assistants: readonly { assistant_id: string; name: string }[]
  choices: RunChoices
  onChoose: (change: Partial<RunChoices>) => void
  /** Why the last attempt to start a run failed. */
  problem: Error | null
  onSend: (work: Work) => Promise<SubmitResult>
  breakpoints?: BreakpointsInUse | undefined
  handle?: Ref<ComposerHandle>
}

// Most graphs take a message.
const InputForm = lazyPart(
  () => import('./form/input-form.tsx').then((code) => code.InputForm),
  <Skeleton label="Reading the input’s schema" lines={2} />,
)
const InputPanel = lazyPart(() => import('./composer-panels.tsx').then((code) => code.InputPanel))
const ConfigPanel = lazyPart(() => import('./composer-panels.tsx').then((code) => code.ConfigPanel))

const icon = { 'aria-hidden': true, size: 15, strokeWidth: 1.8 } as const

const watched = ['thread_id', 'opening', 'status', 'error', 'run', 'queued', 'returned'] as const

/**
 * What stands at the end of the conversation: a box for a message, or the form of a graph that takes none, what
 * sending will do, stop.
 */
export const Composer = memo(function Composer(props: ComposerProps) {
  const { session, draftKey, choices, problem, onSend } = props
  const snapshot = useSessionPart(session, watched)
  const { run } = snapshot
  const isActive = run?.outcome === 'active' || snapshot.queued.length > 0
  const [panel, setPanel] = useState<'input' | 'config' | null>(null)
  const openers = useRef<{ input?: HTMLButtonElement | null; config?: HTMLButtonElement | null }>(
    {},
  )
  const { assistant_id } = choices
  const isKnown = assistant_id !== ''
  const { schema, isReading } = useInputSchema(session, assistant_id)
  const kind = useMemo(() => inputKind(schema), [schema])
  const isForm = kind.kind === 'form' || kind.kind === 'json'
  const toggle = (which: 'input' | 'config') => setPanel(panel === which ? null : which)
  const closePanel = () => {
    if (panel) openers.current[panel]?.focus()
    setPanel(null)
  }
  const hasConfig = Object.values(choices.config).some((part) => writeJson(part) !== '{}')
  const input = {
    session,
    assistant_id,
    schema: isReading ? undefined : schema,
    onSend,
    draftKey,
  }
  const field = kind.kind === 'text' ? kind.field : null
  const message = useMessage({
    session,
    snapshot,
    draftKey,
    goes: isForm ? 'never' : isKnown && !isReading ? 'now' : 'later',
    field,
    onSend,
  })
  const { files } = message
  const shape = useRef<HTMLElement>(null)
  const suggested = useRef('')
  useImperativeHandle(props.handle, () => ({
    suggest(text) {
      const typed = message.text === suggested.current ? '' : message.text
      suggested.current = text
      message.setText(typed.trim() === '' ? text : `${typed}\n${text}`)
      shape.current?.querySelector('textarea')?.focus()
    },
  }))
  return (
    <ComposerShape
      ref={shape}
      aria-label={isForm ? 'Input of the graph' : 'Message'}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        if (!isForm) files.add([...event.dataTransfer.files])
      }}
      above={
        <>
          {panel === 'input' && !isForm && <InputPanel {...input} onClose={closePanel} />}
          {panel === 'config' && (
            <ConfigPanel
              config={choices.config}
              draftKey={`config.${draftKey}`}
              onSave={(config) => props.onChoose({ config })}
              onClose={closePanel}
            />
          )}
          {props.breakpoints && <BreakpointChips {...props.breakpoints} />}
        </>
      }
      choices={isKnown && <ComposerChoices {...props} isActive={isActive} />}
      hasTools={isKnown}
      tools={
        <>
          {!isForm && !field && <FileButton onFiles={files.add} />}
          {!isForm && (
            <IconButton
              size="composer"
              variant="ghost"
              label="Input as JSON"
              ref={(button) => {
                openers.current.input = button
              }}
              aria-expanded={panel === 'input'}
              onClick={() => toggle('input')}
            >
              <Braces {...icon} />
            </IconButton>
          )}
          <IconButton
            size="composer"
            variant="ghost"
            label={
              hasConfig
                ? 'Configuration of the assistant: your own is in use'
                : 'Configuration of the assistant'
            }
            className={hasConfig ? 'bg-accent-soft text-accent!' : undefined}
            ref={(button) => {
              openers.current.config = button
            }}
            aria-expanded={panel === 'config'}
            onClick={() => toggle('config')}
          >
            <Settings2 {...icon} />
          </IconButton>
        </>
      }
      actions={
        <>
          {run && <StopButton session={session} run={run} />}
          {!isForm && (
            <IconButton
              acts
              variant="primary"
              size="composer"
              label="Send"
              isPending={message.isDue}
              disabledReason={message.lacks}
              onClick={() => void message.send()}
            >
              <ArrowUp {...icon} />
            </IconButton>
          )}
        </>
      }
      below={
        <ComposerHints
          {...props}
          snapshot={snapshot}
          isActive={isActive}
          problem={problem}
          isForm={isForm}
        />
      }
    >
      {isForm ? (
        <div className="max-h-[45vh] overflow-y-auto">
          <KeptMessage text={message.text.trim()} onDiscard={() => message.setText('')} />
          <InputForm
            {...input}
            initial={kind.kind === 'form' ? {} : null}
            returned={snapshot.returned}
          />
        </div>
      ) : (
        <MessageBox
          message={message}
          field={field}
          placeholder={isActive ? followUps[choices.strategy] : 'Send a message'}
          // A new thread begins with its first message.
          autoFocus={snapshot.thread_id === null}
        />
      )}
    </ComposerShape>
  )
})

const followUps = {
  enqueue: 'Send a follow-up; it will wait its turn',
  interrupt: 'Send instead; the current run is stopped and kept',
  rollback: 'Send instead; the current run is undone',
  reject: 'Send a follow-up; it is refused while a run is active',
} as const

/** What was written before it was known that this graph takes no message is not lost, nor sent. */
function KeptMessage({ text, onDiscard }: { text: string; onDiscard: () => void }) {
  if (text === '') return null
  return (
    <p role="status" className="mb-2 text-ink-2 text-sm [overflow-wrap:anywhere]">
      This graph takes no messages. “{text}” is kept for an assistant that does.{' '}
      <Button size="sm" variant="ghost" onClick={onDiscard}>
        Discard it
      </Button>
    </p>
  )
}
