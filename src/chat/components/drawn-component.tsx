import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { ComponentCode } from '../../client/load-component.ts'
import type { UiMessage } from '../../contract/agent-server/components/ui-messages.ts'
import { asError } from '../thrown.ts'
import { ComponentFrame, type FramePlace } from './component-frame.tsx'
import type { StreamFacts } from './frame-messages.ts'

export type DrawnComponentProps = {
  said: UiMessage
  /** Loads what draws it, and once more when it is another function; null where nobody knows from where. */
  load: (() => Promise<ComponentCode>) | null
  place: FramePlace
  stream: StreamFacts
  onSubmit: (input: unknown, command: unknown) => void
  onStop: () => void
  /** What stands in its place while it cannot be drawn. */
  instead: (reason: string, onAgain: (() => void) | undefined) => ReactNode
}

/** Why a component is not drawn with what it was given; given something else, it is tried again. */
interface Fault {
  readonly of: UiMessage
  readonly reason: string
}

/** One component that an agent said, or what stands in its place. */
export function DrawnComponent(props: DrawnComponentProps) {
  const { said, load, place, stream, onSubmit, onStop, instead } = props
  const [code, setCode] = useState<ComponentCode | null>(null)
  const [fault, setFault] = useState<Fault | null>(null)
  const [tries, setTries] = useState(0)
  const latest = useRef(said)
  latest.current = said
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked for, it is loaded once more
  useEffect(() => {
    let isGone = false
    const fail = (error: unknown) =>
      isGone || setFault({ of: latest.current, reason: asError(error).message })
    load?.().then((loaded) => isGone || setCode(loaded), fail)
    return () => {
      isGone = true
    }
  }, [load, tries])
  const tryAgain = () => {
    setFault(null)
    setTries(tries + 1)
  }
  if (!load) return instead('It is not known which graph said it.', undefined)
  if (fault && (fault.of === said || !code)) return instead(fault.reason, tryAgain)
  if (!code) return null
  return (
    <ComponentFrame
      said={said}
      code={code}
      place={place}
      stream={stream}
      onSubmit={onSubmit}
      onStop={onStop}
      // What went wrong first is why the rest did.
      onFailed={(reason) =>
        setFault((first) => (first?.of === said ? first : { of: said, reason }))
      }
    />
  )
}
