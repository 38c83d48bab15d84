import { ChevronDown, LayoutPanelTop } from 'lucide-react'
import { useEffect, useId, useMemo, useState } from 'react'
import { messagesOf } from '../../../contract/agent-server/messages.ts'
import { cx } from '../../../ui/cx.ts'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { JsonView } from '../../../ui/page/json-view.tsx'
import type { ComponentSource } from './use-component-source.ts'

const ComponentInConsole = lazyPart(() =>
  import('../../../chat/components/component-in-console.tsx').then(
    (code) => code.ComponentInConsole,
  ),
)

type ComponentStepProps = {
  name: string
  props: Readonly<Record<string, unknown>>
  source: ComponentSource
}

/**
 * What was said by a component of the agent's project: as it was drawn for people, and what it was given when unfolded.
 * It is a record, from which no run is begun or stopped.
 */
export function ComponentStep({ name, props, source: { load, values } }: ComponentStepProps) {
  const [isOpen, setIsOpen] = useState(false)
  const given = useId()
  const said = useMemo(() => ({ id: name, name, props, metadata: {} }), [name, props])
  const stream = useMemo(
    () => ({ values, messages: messagesOf(values), isLoading: false, error: null, interrupts: [] }),
    [values],
  )
  useEffect(() => {
    // Of each component one of its own: the same one would be taken away with the first of them.
    const hear = (event: PointerEvent) => giveKeysBack(event)
    document.addEventListener('pointermove', hear)
    return () => document.removeEventListener('pointermove', hear)
  }, [])
  return (
    <div className="rounded-md border text-md leading-5">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={isOpen ? given : undefined}
        onClick={() => setIsOpen(!isOpen)}
        className="flex w-full cursor-pointer items-center gap-2 rounded-md px-3 py-2 text-left hover:bg-bg"
      >
        <LayoutPanelTop aria-hidden size={14} strokeWidth={1.8} className="flex-none" />
        {/* The blanks are for those who hear the name of the button. */}
        <span className="sr-only">What the component </span>
        <span className="mono min-w-0 flex-1 [overflow-wrap:anywhere]">{name}</span>{' '}
        <span className="sr-only">was given</span>
        <ChevronDown
          aria-hidden
          size={14}
          strokeWidth={1.8}
          className={cx('flex-none transition-transform', isOpen && 'rotate-180')}
        />
      </button>
      {isOpen && (
        <div id={given} className="px-3 pb-2.5">
          <JsonView value={props} label={`what ${name} was given`} openDepth={2} />
        </div>
      )}
      <div className="px-3 pb-3">
        <ComponentInConsole
          said={said}
          load={load}
          stream={stream}
          onSubmit={nothing}
          onStop={nothing}
        />
      </div>
    </div>
  )
}

/** After a click in a component the keys are its own, until the pointer has left it: they judge again then. */
function giveKeysBack({ target }: PointerEvent): void {
  const { activeElement } = document
  if (activeElement instanceof HTMLIFrameElement && activeElement !== target) activeElement.blur()
}

const nothing = () => {}
