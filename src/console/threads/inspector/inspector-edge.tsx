import { Maximize2, Minimize2 } from 'lucide-react'
import type { KeyboardEvent, PointerEvent } from 'react'
import { IconButton } from '../../../ui/controls/button.tsx'
import { type InspectorSize, leastWidth, usualWidth } from './inspector-size.ts'

const stepPx = 24

/**
 * The left edge of the inspector, which is drawn with the pointer or moved by the arrow keys, and the button that
 * gives it the whole width. A double press takes the edge back to where it usually is.
 */
export function InspectorEdge({ size }: { size: InspectorSize }) {
  const { width, mostWidth, isFull, resize, setFull } = size
  const onKeyDown = (event: KeyboardEvent) => {
    const to = {
      ArrowLeft: width + stepPx,
      ArrowRight: width - stepPx,
      Home: leastWidth,
      End: mostWidth,
      Enter: usualWidth,
    }[event.key]
    if (to === undefined) return
    event.preventDefault()
    resize(to, true)
  }
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return
    event.preventDefault()
    const edge = event.currentTarget
    edge.focus()
    edge.setPointerCapture(event.pointerId)
    const widthAt = ({ clientX }: { clientX: number }) => width + event.clientX - clientX
    const onMove = (move: globalThis.PointerEvent) => resize(widthAt(move), false)
    const onEnd = (end: globalThis.PointerEvent) => {
      edge.removeEventListener('pointermove', onMove)
      edge.removeEventListener('pointerup', onEnd)
      edge.removeEventListener('pointercancel', onEnd)
      resize(widthAt(end), true)
    }
    edge.addEventListener('pointermove', onMove)
    edge.addEventListener('pointerup', onEnd)
    edge.addEventListener('pointercancel', onEnd)
  }
  return (
    <>
      {!isFull && (
        // biome-ignore lint/a11y/useSemanticElements: a rule cannot be moved
        <div
          role="separator"
          aria-label="Width of the inspector"
          aria-orientation="vertical"
          aria-valuemin={leastWidth}
          aria-valuemax={mostWidth}
          aria-valuenow={width}
          tabIndex={0}
          onKeyDown={onKeyDown}
          onPointerDown={onPointerDown}
          onDoubleClick={() => resize(usualWidth, true)}
          className="absolute inset-y-0 -left-1 z-10 w-2 cursor-col-resize touch-none hover:bg-accent-soft focus-visible:bg-accent-soft"
        />
      )}
      <div className="absolute top-1.5 right-1.5 z-10 bg-surface">
        <IconButton
          size="sm"
          label={isFull ? 'Inspector beside the conversation' : 'Inspector at full width'}
          aria-pressed={isFull}
          onClick={() => setFull(!isFull)}
        >
          {isFull ? (
            <Minimize2 aria-hidden size={14} strokeWidth={1.8} />
          ) : (
            <Maximize2 aria-hidden size={14} strokeWidth={1.8} />
          )}
        </IconButton>
      </div>
    </>
  )
}
