import { useMemo } from 'react'
import type { Transport } from '../../client/api.ts'
import { loadComponent } from '../../client/load-component.ts'
import { Button } from '../../ui/controls/button.tsx'
import { JsonView } from '../../ui/page/json-view.tsx'
import { DrawnComponent, type DrawnComponentProps } from './drawn-component.tsx'

type ConsoleComponentProps = Pick<
  DrawnComponentProps,
  'said' | 'stream' | 'onSubmit' | 'onStop'
> & {
  /** The agent server. */
  transport: Transport
  /** The graph that said it; null where that is not known. */
  graphId: string | null
}

/** One component in the console, or in its place what it would be drawn with. */
export function ConsoleComponent({ transport, graphId, ...props }: ConsoleComponentProps) {
  const { said } = props
  const { name } = said
  const load = useMemo(
    () => (graphId === null ? null : () => loadComponent(transport, graphId, name)),
    [transport, graphId, name],
  )
  return (
    <div className="mt-2.5">
      <DrawnComponent
        {...props}
        load={load}
        place={placeOf(name)}
        instead={(reason, onAgain) => (
          <>
            <p className="mb-1 flex flex-wrap items-center gap-2 text-ink-3 text-sm">
              The component “{name}” cannot be drawn: {reason}
              {onAgain && (
                <Button size="sm" onClick={onAgain}>
                  Try again
                </Button>
              )}
            </p>
            <JsonView value={said.props} label={`what ${name} would show`} />
          </>
        )}
      />
    </div>
  )
}

/** Of the console, below the path that its pages are under. */
function placeOf(name: string) {
  const base = document.querySelector<HTMLMetaElement>('meta[name="quarterdeck-base"]')?.content
  return {
    src: `${base ?? ''}/component-frame.html`,
    title: `Component ${name}`,
    themed: document.documentElement,
  }
}
