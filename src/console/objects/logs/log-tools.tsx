import {
  ArrowDownToLine,
  ChevronDown,
  ChevronUp,
  Maximize2,
  Minimize2,
  Pause,
  Play,
  UnfoldVertical,
} from 'lucide-react'
import { Button, IconButton } from '../../../ui/controls/button.tsx'

export type LogHeight = 'tail' | 'tall' | 'full'

type LogToolsProps = {
  isPaused: boolean
  onPause: (isPaused: boolean) => void
  isFollowing: boolean
  onFollow: (isFollowing: boolean) => void
  hasErrors: boolean
  onError: (direction: 1 | -1) => void
  height: LogHeight
  onHeight: (height: LogHeight) => void
}

const icon = { 'aria-hidden': true, size: 14, strokeWidth: 1.8 } as const
const pressed = 'aria-pressed:bg-accent-soft aria-pressed:text-accent'

/** How a log is read: held still, followed, from error to error, and how large. */
export function LogTools(props: LogToolsProps) {
  const { isPaused, isFollowing, hasErrors, height, onHeight } = props
  const noError = hasErrors ? undefined : 'No line that is shown tells of an error'
  return (
    <>
      <Button
        size="sm"
        variant="ghost"
        className={pressed}
        aria-pressed={isPaused}
        onClick={() => props.onPause(!isPaused)}
      >
        {isPaused ? <Play {...icon} /> : <Pause {...icon} />}
        {isPaused ? 'Go on' : 'Pause'}
      </Button>
      <Button
        size="sm"
        variant="ghost"
        className={pressed}
        aria-pressed={isFollowing}
        onClick={() => props.onFollow(!isFollowing)}
      >
        <ArrowDownToLine {...icon} />
        Follow
      </Button>
      <IconButton
        label="Error before"
        size="sm"
        disabledReason={noError}
        onClick={() => props.onError(-1)}
      >
        <ChevronUp {...icon} />
      </IconButton>
      <Button size="sm" variant="ghost" disabledReason={noError} onClick={() => props.onError(1)}>
        <ChevronDown {...icon} />
        Next error
      </Button>
      {height !== 'full' && (
        <IconButton
          label="Full height"
          size="sm"
          className={pressed}
          aria-pressed={height === 'tall'}
          onClick={() => onHeight(height === 'tall' ? 'tail' : 'tall')}
        >
          <UnfoldVertical {...icon} />
        </IconButton>
      )}
      <IconButton
        label={height === 'full' ? 'Leave full screen' : 'Full screen'}
        size="sm"
        onClick={() => onHeight(height === 'full' ? 'tail' : 'full')}
      >
        {height === 'full' ? <Minimize2 {...icon} /> : <Maximize2 {...icon} />}
      </IconButton>
    </>
  )
}
