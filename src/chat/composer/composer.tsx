import { ArrowUp, Braces, Settings2 } from 'lucide-react'
import {
  memo,
  type Ref,
  type RefObject,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from 'react'
import { inputKind } from '../../contract/agent-server/input/input-kind.ts'
import { isHeld } from '../../contract/agent-server/runs.ts'
import { writeJson } from '../../contract/exact-json.ts'
import { IconButton } from '../../ui/controls/button.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { BreakpointChips, type BreakpointsInUse } from '../breakpoints/breakpoint-chips.tsx'
import type { RunSession, SubmitResult, Work } from '../session/session-types.ts'
import { useSessionPart } from '../view/use-session.ts'
import { ComposerChoices, type RunChoices } from './composer-choices.tsx'
import { FileButton } from './composer-files.tsx'
import { ComposerHints, type Waiting } from './composer-hints.tsx'
import { ComposerShape } from './composer-shape.tsx'
import { useInputSchema } from './form/use-input-schema.ts'
import { MessageBox } from './message-box.tsx'
import { StopButton } from './stop-button.tsx'
import { useMessage } from './use-message.ts'
import { useRefusalWords } from './use-refusal-words.ts'

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
  /** What the last run waits with; the box does not answer it. */
  waits: Waiting | null
  onSend: (work: Work) => Promise<SubmitResult>
  breakpoints?: BreakpointsInUse | undefined
  handle?: Ref<ComposerHandle>
}

// Most graphs take a message.
const InputInPlace = lazyPart(
  () => import('./form/input-in-place.tsx').then((code) => code.InputInPlace),
  <Skeleton label="Reading the input’s schema" lines={2} />,
)
const InputPanel = lazyPart(() => import('./composer-panels.tsx').then((code) => code.InputPanel))
const ConfigPanel = lazyPart(() => import('./composer-panels.tsx').then((code) => code.ConfigPanel))

const icon = { 'aria-hidden': true, size: 15, strokeWidth: 1.8 } as const

const watched = [
  'thread_id',
  'opening',
  'status',
  'error',
  'run',
  'queued',
  'returned',
  'lost',
] as const

/**
 * What stands at the end of the conversation: a box for a message, or the form of a graph that takes none, what
 * sending will do, stop.
 */
export const Composer = memo(function Composer(props: ComposerProps) {
  const { session, draftKey, choices, problem, waits, onSend } = props
  const snapshot = useSessionPart(session, watched)
  const { run } = snapshot
  // What is held behind a question is not before the next message: that leaves the question unanswered.
  const isActive = run?.outcome === 'active' || snapshot.queued.some((one) => !isHeld(one))
  const [panel, setPanel] = useState<Panel | null>(null)
  const openers = useRef<Openers>({})
  const { assistant_id } = choices
  const isKnown = assistant_id !== ''
  const { schema, context, isReading } = useInputSchema(session, assistant_id)
  const kind = useMemo(() => inputKind(schema), [schema])
  const isForm = kind.kind === 'form' || kind.kind === 'json'
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
  const refusal = useRefusalWords(problem, schema, context)
  const shape = useRef<HTMLElement>(null)
  useSuggested(props.handle, message, () => shape.current?.querySelector('textarea')?.focus())
  return (
    <ComposerShape
      ref={shape}
      aria-label={isForm ? 'Input of the graph' : 'Message'}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        if (!isForm) message.files.add([...event.dataTransfer.files])
      }}
      above={
        <>
          {panel === 'input' && !isForm && <InputPanel {...input} onClose={closePanel} />}
          {panel === 'config' && (
            <ConfigPanel
              config={choices.config}
              schema={isReading ? undefined : context}
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
        <ComposerTools
          onFiles={!isForm && !field ? message.files.add : undefined}
          hasInput={!isForm}
          hasConfig={hasConfig}
          panel={panel}
          onToggle={(which) => setPanel(panel === which ? null : which)}
          openers={openers}
        />
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
          problem={refusal}
          isForm={isForm}
        />
      }
    >
      {isForm ? (
        <InputInPlace
          {...input}
          message={message}
          initial={kind.kind === 'form' ? {} : null}
          returned={snapshot.returned}
        />
      ) : (
        <MessageBox
          message={message}
          field={field}
          placeholder={isActive ? followUps[choices.strategy] : insteads[waits ?? 'nothing']}
          // A new thread begins with its first message.
          autoFocus={snapshot.thread_id === null}
        />
      )}
    </ComposerShape>
  )
})

/** What is suggested from outside goes into the box, in place of what was suggested before. */
function useSuggested(
  handle: Ref<ComposerHandle> | undefined,
  { text, setText }: Pick<ReturnType<typeof useMessage>, 'text' | 'setText'>,
  focus: () => void,
) {
  const suggested = useRef('')
  useImperativeHandle(handle, () => ({
    suggest(words) {
      const typed = text === suggested.current ? '' : text
      suggested.current = words
      setText(typed.trim() === '' ? words : `${typed}\n${words}`)
      focus()
    },
  }))
}

type Panel = 'input' | 'config'
type Openers = { [panel in Panel]?: HTMLButtonElement | null }

type ComposerToolsProps = {
  /** Takes files; absent where a message can have none. */
  onFiles: ((files: readonly File[]) => void) | undefined
  hasInput: boolean
  /** The configuration is one's own. */
  hasConfig: boolean
  panel: Panel | null
  onToggle: (panel: Panel) => void
  openers: RefObject<Openers>
}

/** Files, and what opens above the box. */
function ComposerTools(props: ComposerToolsProps) {
  const { onFiles, hasInput, hasConfig, panel, onToggle, openers } = props
  return (
    <>
      {onFiles && <FileButton onFiles={onFiles} />}
      {hasInput && (
        <IconButton
          size="composer"
          variant="ghost"
          label="Input as JSON"
          ref={(button) => {
            openers.current.input = button
          }}
          aria-expanded={panel === 'input'}
          onClick={() => onToggle('input')}
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
        onClick={() => onToggle('config')}
      >
        <Settings2 {...icon} />
      </IconButton>
    </>
  )
}

const insteads = {
  nothing: 'Send a message',
  question: 'Send a message instead of an answer',
  break: 'Send a message instead of going on',
} as const

const followUps = {
  enqueue: 'Send a follow-up; it will wait its turn',
  interrupt: 'Send instead; the current run is stopped and kept',
  rollback: 'Send instead; the current run is undone',
  reject: 'Send a follow-up; it is refused while a run is active',
} as const
