import { ArrowUp, Braces, Settings2 } from 'lucide-react'
import { memo, useMemo, useRef, useState } from 'react'
import { inputKind } from '../../contract/agent-server/input-kind.ts'
import { Button, IconButton } from '../../ui/controls/button.tsx'
import { cx } from '../../ui/cx.ts'
import type { RunSession, SubmitResult, Work } from '../session/session-types.ts'
import { useSessionPart } from '../view/use-session.ts'
import { ComposerChoices, type RunChoices } from './composer-choices.tsx'
import { FileButton } from './composer-files.tsx'
import { ComposerHints } from './composer-hints.tsx'
import { ConfigPanel, InputPanel } from './composer-panels.tsx'
import { InputForm } from './input-form.tsx'
import { MessageBox } from './message-box.tsx'
import { StopButton } from './stop-button.tsx'
import { useInputSchema } from './use-input-schema.ts'
import { useMessage } from './use-message.ts'

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
}

const box =
  'rounded-[14px] border border-line-strong bg-surface pt-3 pr-3 pb-2.5 pl-3.5 shadow-float focus-within:border-accent has-[textarea:focus]:ring-1 has-[textarea:focus]:ring-accent'

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
  const hasConfig = Object.values(choices.config).some((part) => JSON.stringify(part) !== '{}')
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
  return (
    <div className="flex-none px-4 pb-5 sm:px-7 print:hidden">
      <div className="mx-auto w-full max-w-[740px]">
        {panel === 'input' && !isForm && <InputPanel {...input} onClose={closePanel} />}
        {panel === 'config' && (
          <ConfigPanel
            config={choices.config}
            draftKey={`config.${draftKey}`}
            onSave={(config) => props.onChoose({ config })}
            onClose={closePanel}
          />
        )}
        <section
          aria-label={isForm ? 'Input of the graph' : 'Message'}
          onDragOver={(event) => event.preventDefault()}
          onDrop={(event) => {
            event.preventDefault()
            if (!isForm) files.add([...event.dataTransfer.files])
          }}
          className={box}
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
          <div className="mt-2.5 flex flex-wrap items-center justify-between gap-x-1 gap-y-2">
            <div className="flex min-h-7 min-w-0 flex-wrap items-center gap-1 max-sm:w-full">
              {isKnown && <ComposerChoices {...props} isActive={isActive} />}
            </div>
            <div className={cx('flex grow gap-1', !isKnown && 'invisible')}>
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
            </div>
            <div className="flex flex-none items-center gap-2">
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
            </div>
          </div>
        </section>
      </div>
      <ComposerHints
        {...props}
        snapshot={snapshot}
        isActive={isActive}
        problem={problem}
        isForm={isForm}
      />
    </div>
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
