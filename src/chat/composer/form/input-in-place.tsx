import { Button } from '../../../ui/controls/button.tsx'
import type { Draft } from '../use-message.ts'
import { InputForm, type InputFormProps } from './input-form.tsx'

type InputInPlaceProps = InputFormProps & { message: Pick<Draft, 'text' | 'setText' | 'files'> }

/** The form of a graph that takes no messages, where the box for one would stand. */
export function InputInPlace({ message, ...input }: InputInPlaceProps) {
  return (
    <div className="max-h-[45vh] overflow-y-auto">
      <KeptMessage {...message} />
      <InputForm {...input} />
    </div>
  )
}

/** What was written, pasted or dropped before it was known that this graph takes no message is not lost, nor sent. */
function KeptMessage({ text, setText, files }: InputInPlaceProps['message']) {
  const kept = [text.trim(), ...files.list.map(({ name }) => name)].filter(Boolean)
  if (kept.length === 0) return null
  const isOne = kept.length === 1
  const discard = () => {
    setText('')
    files.replace(() => [])
  }
  return (
    <p role="status" className="mb-2 text-ink-2 text-sm [overflow-wrap:anywhere]">
      This graph takes no messages. {kept.map((one) => `“${one}”`).join(', ')}{' '}
      {isOne ? 'is' : 'are'} kept for an assistant that does.{' '}
      <Button size="sm" variant="ghost" onClick={discard}>
        {isOne ? 'Discard it' : 'Discard them'}
      </Button>
    </p>
  )
}
