import { useMemo } from 'react'
import type { Transport } from '../../client/api.ts'
import { loadComponent } from '../../client/load-component.ts'
import { ComponentInConsole } from './component-in-console.tsx'
import type { DrawnComponentProps } from './drawn-component.tsx'

type ConsoleComponentProps = Pick<
  DrawnComponentProps,
  'said' | 'stream' | 'onSubmit' | 'onStop'
> & {
  /** The agent server. */
  transport: Transport
  /** The graph that said it; null where that is not known. */
  graphId: string | null
}

/** One component of a conversation, drawn by what its server hands out now. */
export function ConsoleComponent({ transport, graphId, ...props }: ConsoleComponentProps) {
  const { name } = props.said
  const load = useMemo(
    () => (graphId === null ? null : () => loadComponent(transport, graphId, name)),
    [transport, graphId, name],
  )
  return (
    <div className="mt-2.5">
      <ComponentInConsole {...props} load={load} />
    </div>
  )
}
