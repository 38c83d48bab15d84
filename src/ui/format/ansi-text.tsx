import Anser from 'anser'
import { cx } from '../cx.ts'
import { type AnsiTone, toneOf } from './ansi-tone.ts'
import { colouredMessage } from './plain-message.ts'

const inks: Record<AnsiTone, string> = {
  red: 'text-bad',
  yellow: 'text-warn',
  green: 'text-ok',
  cyan: 'text-run',
  blue: 'text-accent',
  magenta: 'text-magenta',
  grey: 'text-ink-2',
  plain: 'text-ink',
}
const grounds: Record<AnsiTone, string> = {
  red: 'bg-bad-soft text-bad',
  yellow: 'bg-warn-soft text-warn',
  green: 'bg-ok-soft text-ok',
  cyan: 'bg-run-soft text-run',
  blue: 'bg-accent-soft text-accent',
  magenta: 'bg-idle-soft text-magenta',
  grey: 'bg-idle-soft text-ink',
  plain: 'bg-idle-soft text-ink',
}
const decorations: Record<string, string> = {
  bold: 'font-semibold',
  italic: 'italic',
  underline: 'underline',
  strikethrough: 'line-through',
  dim: 'text-ink-2',
  reverse: 'bg-idle-soft',
}

/**
 * What a program printed for a terminal. Each of its colours, of the sixteen or of millions, becomes the nearest of ours,
 * so that it can be read in either theme.
 */
export function AnsiText({ text }: { text: string }) {
  if (!text.includes('\u001b')) return text
  return Anser.ansiToJson(colouredMessage(text), { remove_empty: true }).map((part, index) => (
    <span
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never move
      key={index}
      className={cx(
        part.bg ? grounds[toneOf(part.bg)] : part.fg && inks[toneOf(part.fg)],
        ...part.decorations.map((name) => decorations[name]),
      )}
    >
      {part.content}
    </span>
  ))
}
