import { formatDuration } from '../../../ui/format/format-duration.ts'
import { StatusPill } from '../../../ui/page/status-pill.tsx'
import {
  callTime,
  hasFailed,
  type TurnCall,
  timeOfCalls,
} from '../../conversation/parts/turn-calls.ts'

const notRun = {
  paused: 'needs you',
  break: 'paused',
  held: 'waiting for the others',
  over: 'no result',
} as const

type CallStateProps = Pick<TurnCall, 'call' | 'result' | 'calledAt' | 'runs'>

/** How one call stands, in words: what it took, or what it waits for. */
export function CallState({ call, result, calledAt, runs }: CallStateProps) {
  if (result) {
    const isBad = hasFailed(result)
    const tookMs = callTime({ result, calledAt })
    const words = [isBad && 'failed', tookMs !== null && formatDuration(tookMs)]
    return (
      <StatusPill tone={isBad ? 'bad' : 'ok'} isCompact hasDot={false}>
        {words.filter(Boolean).join(' · ') || 'done'}
      </StatusPill>
    )
  }
  if (runs === 'active') {
    return (
      <StatusPill tone="run" isCompact>
        {call.isWriting ? 'writing' : 'running'}
      </StatusPill>
    )
  }
  return (
    <StatusPill tone="warn" isCompact hasDot={false}>
      {notRun[runs]}
    </StatusPill>
  )
}

/** How calls stand together: how many failed, run, wait or came to nothing, and what all took, where that was watched. */
export function CallsState({ calls }: { calls: readonly TurnCall[] }) {
  const open = calls.filter(({ result }) => result === null)
  const failed = calls.filter(({ result }) => result !== null && hasFailed(result)).length
  const running = open.filter(({ runs }) => runs === 'active').length
  const lost = open.filter(({ runs }) => runs === 'over').length
  const waiting = open.length - running - lost
  const tookMs = timeOfCalls(calls)
  const words = [
    failed > 0 && `${failed} failed`,
    running > 0 && `${running} running`,
    waiting > 0 && `${waiting} waiting`,
    lost > 0 && `${lost} without a result`,
    tookMs !== null && formatDuration(tookMs),
  ]
  const tone = running > 0 ? 'run' : failed > 0 ? 'bad' : open.length > 0 ? 'warn' : 'ok'
  return (
    <StatusPill tone={tone} isCompact hasDot={running > 0}>
      {words.filter(Boolean).join(' · ') || 'done'}
    </StatusPill>
  )
}
