import { ArrowUp } from 'lucide-react'
import { renderToStaticMarkup } from 'react-dom/server'
import { ComposerShape, hintLine, keysHint } from '../../../chat/composer/composer-shape.tsx'
import { IconButton } from '../../../ui/controls/button.tsx'
import { TextArea } from '../../../ui/controls/text-area.tsx'
import { besideInspector, pageGrid } from './page-grid.ts'

/**
 * The box of a new thread's first message, as text: the server puts it into that page, where it stands above the first
 * frame, at the place of the console's own. `public/early-message.js` makes it work.
 */
export function newThreadFrame(): string {
  return renderToStaticMarkup(
    <div
      id="early-message"
      className="pointer-events-none fixed inset-0 z-10 h-dvh min-[900px]:grid min-[900px]:grid-cols-[224px_minmax(0,1fr)] print:hidden"
    >
      <div className="hidden min-[900px]:block" />
      <div className={`${pageGrid} ${besideInspector}`}>
        <div className="hidden lg:block" />
        <div className="flex min-w-0 flex-col justify-end *:pointer-events-auto">
          <ComposerShape
            aria-label="Message"
            actions={
              <IconButton
                variant="primary"
                size="composer"
                label="Send"
                disabledReason="Write a message first"
                className="not-aria-disabled:border-accent! not-aria-disabled:bg-accent! not-aria-disabled:text-accent-ink!"
              >
                <ArrowUp aria-hidden size={15} strokeWidth={1.8} />
              </IconButton>
            }
            below={<p className={`${hintLine} text-ink-3 text-xs`}>{keysHint}</p>}
          >
            <TextArea
              variant="bare"
              rows={1}
              aria-label="Message"
              dir="auto"
              placeholder="Send a message"
            />
          </ComposerShape>
        </div>
      </div>
    </div>,
  )
}
