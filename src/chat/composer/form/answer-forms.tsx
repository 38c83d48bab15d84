import { type ReactNode, useId } from 'react'
import { parseJson, writeJson } from '../../../contract/exact-json.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { TextArea } from '../../../ui/controls/text-area.tsx'
import { onEscape } from '../on-escape.ts'
import { useKeptText } from '../use-kept-text.ts'

type JsonFormProps = {
  label: string
  /** What was typed and not sent is kept under it; null keeps nothing. */
  draftKey: string | null
  initial: unknown
  submitLabel: string
  isSending: boolean
  onSubmit: (value: unknown) => void
  onBack?: () => void
  /** It was opened by a press, so the box takes the focus. */
  isFresh?: boolean
  /** Other ways to answer, beside the buttons. */
  children?: ReactNode
}

/** An answer as JSON; it can be sent once it is JSON. */
export function JsonForm({
  label,
  draftKey,
  initial,
  submitLabel,
  isSending,
  onSubmit,
  onBack,
  isFresh = false,
  children,
}: JsonFormProps) {
  const [text, setText] = useKeptText(draftKey, initial === undefined ? '' : writeJson(initial, 2))
  const parsed = parse(text)
  const id = useId()
  return (
    <form
      className="mt-2.5"
      onKeyDown={onEscape(onBack)}
      onSubmit={(event) => {
        event.preventDefault()
        if (parsed.isValid && !isSending) onSubmit(parsed.value)
      }}
    >
      <label htmlFor={id} className="mb-1 block text-ink-2 text-sm">
        {label}
      </label>
      <TextArea
        id={id}
        isMono
        autoFocus={isFresh}
        value={text}
        spellCheck={false}
        aria-invalid={text.trim() !== '' && !parsed.isValid}
        onChange={(event) => setText(event.target.value)}
      />
      <Actions>
        <Button
          acts
          type="submit"
          variant="primary"
          isPending={isSending}
          disabledReason={parsed.isValid ? undefined : parsed.problem}
        >
          {submitLabel}
        </Button>
        {onBack && <Button onClick={onBack}>Back</Button>}
        {children}
      </Actions>
    </form>
  )
}

type RespondFormProps = Pick<JsonFormProps, 'draftKey' | 'isSending' | 'onBack' | 'children'> & {
  label?: string | undefined
  onSubmit: (text: string) => void
  /** It was opened by a press, so the box takes the focus. */
  isFresh?: boolean
}

/** An answer in words. */
export function RespondForm({
  label = 'Your answer in words',
  draftKey,
  isSending,
  onSubmit,
  onBack,
  isFresh = true,
  children,
}: RespondFormProps) {
  const [text, setText] = useKeptText(draftKey, '')
  const id = useId()
  return (
    <form
      className="mt-2.5"
      onKeyDown={onEscape(onBack)}
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim() !== '' && !isSending) onSubmit(text.trim())
      }}
    >
      <label htmlFor={id} className="mb-1 block text-ink-2 text-sm">
        {label}
      </label>
      <TextArea
        id={id}
        autoFocus={isFresh}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Actions>
        <Button
          acts
          type="submit"
          variant="primary"
          isPending={isSending}
          disabledReason={text.trim() === '' ? 'Write an answer first' : undefined}
        >
          Send answer
        </Button>
        {onBack && <Button onClick={onBack}>Back</Button>}
        {children}
      </Actions>
    </form>
  )
}

/** The buttons below a form or a question. */
export function Actions({ children }: { children: ReactNode }) {
  return <div className="mt-2.5 flex flex-wrap gap-2">{children}</div>
}

type Parsed = { isValid: true; value: unknown } | { isValid: false; problem: string }

function parse(text: string): Parsed {
  if (text.trim() === '') return { isValid: false, problem: 'Write JSON first, for example true' }
  try {
    return { isValid: true, value: parseJson(text) }
  } catch {
    return { isValid: false, problem: 'This is not JSON yet' }
  }
}
