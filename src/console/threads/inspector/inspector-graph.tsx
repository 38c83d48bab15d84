import { ChevronRight } from 'lucide-react'
import type { BreakpointsInUse } from '../../../chat/breakpoints/breakpoint-chips.tsx'
import { pressed } from '../../../chat/breakpoints/breakpoints.ts'
import { cx } from '../../../ui/cx.ts'
import { RunGraph } from '../../objects/run-graph.tsx'
import { store, useStored } from '../../shell/stored.ts'

const storageKey = 'quarterdeck.inspector-graph'

type InspectorGraphProps = {
  deploymentId: string
  assistantId: string
  active: readonly string[]
  visited: readonly string[]
  failed: readonly string[]
  pausing: BreakpointsInUse
}

/** The graph of the run at work, in the inspector. Closed it loads nothing; whether it is open is remembered. */
export function InspectorGraph({
  deploymentId,
  assistantId,
  active,
  visited,
  failed,
  pausing,
}: InspectorGraphProps) {
  const { breakpoints, onChange } = pausing
  const isOpen = useStored(storageKey) === 'open'
  return (
    <div className="min-w-0 overflow-hidden rounded-md border">
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => store(storageKey, isOpen ? null : 'open')}
        className="flex min-h-8 w-full cursor-pointer items-center gap-1.5 px-2.5 text-left text-ink-2 hover:bg-bg focus-visible:-outline-offset-2"
      >
        <ChevronRight
          aria-hidden
          size={12}
          strokeWidth={1.8}
          className={cx('transition-transform', isOpen && 'rotate-90')}
        />
        {active.length > 0 ? `At ${active.join(', ')}` : 'Where the run is in its graph'}
      </button>
      {isOpen && (
        <div className="border-t">
          <RunGraph
            deploymentId={deploymentId}
            assistantId={assistantId}
            active={active}
            visited={visited}
            failed={failed}
            breakpoints={breakpoints}
            onNode={(node) => onChange(pressed(breakpoints, node))}
            className="h-[260px]"
          />
          <p className="border-t px-2.5 py-1.5 text-ink-3 text-sm">
            Press a node to pause before it, again to pause after it.
          </p>
        </div>
      )}
    </div>
  )
}
