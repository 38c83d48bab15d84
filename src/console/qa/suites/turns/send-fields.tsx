import { useContext } from 'react'
import { RefusedActions } from '../../../../ui/controls/refused-actions.ts'
import { JsonLines, Line, Lines, linkButtonClass, Segments } from '../fields.tsx'
import type { TurnFieldsProps } from './turn-fields-props.ts'

const ways = [
  { value: 'text', label: 'Message' },
  { value: 'json', label: 'Input as JSON' },
  { value: 'both', label: 'Both' },
] as const

/** What is sent: a message of the user, the graph's input, or an input with a message in it. */
export function SendFields({ turn, isFaulty, onChange }: TurnFieldsProps) {
  const { sends, text, json } = turn
  const isReadOnly = Boolean(useContext(RefusedActions))
  const choose = (way: typeof sends) =>
    onChange({
      sends: way,
      // An input begins with the message that was typed.
      ...(way === 'json' && json === '' && { json: inputOf(text) }),
      ...(way === 'both' && json === '' && { json: '{}' }),
    })
  return (
    <>
      {sends !== 'json' && (
        <Lines
          rows={1}
          aria-label="Message"
          value={text}
          onWrite={(value) => onChange({ text: value })}
        />
      )}
      {sends !== 'text' && (
        <JsonLines
          aria-label="Input as JSON"
          rows={4}
          value={json}
          aria-invalid={isFaulty || undefined}
          onWrite={(value) => onChange({ json: value })}
        />
      )}
      {sends !== 'text' ? (
        <Segments legend="What is sent" value={sends} options={ways} onChoose={choose} />
      ) : (
        !isReadOnly && (
          <button type="button" className={linkButtonClass} onClick={() => choose('json')}>
            Write an input as JSON
          </button>
        )
      )}
    </>
  )
}

/** What an interrupt is expected to be about. */
export function ExpectFields({ turn, onChange }: TurnFieldsProps) {
  return (
    <div className="flex w-full items-center gap-1.5">
      <span className="flex-none text-ink-2 text-sm">that contains</span>
      <Line
        isMono
        aria-label="Text that the interrupt contains"
        placeholder="anything: the name of a tool, a word"
        value={turn.text}
        onWrite={(text) => onChange({ text })}
      />
    </div>
  )
}

function inputOf(text: string): string {
  return JSON.stringify({ messages: [{ role: 'user', content: text }] }, null, 2)
}
