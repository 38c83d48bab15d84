import { setImmediate as immediately } from 'node:timers/promises'
import type { FaultPlan } from '../../../contract/gateway/faults.ts'

/**
 * An event stream with faults put into it. A frame ends with an empty line; frames without data are
 * comments and count for nothing.
 * @param cut breaks the connection; called when what comes before the break has been taken
 */
export function faultyStream(
  body: ReadableStream<Uint8Array>,
  plan: FaultPlan,
  cut: () => void,
): ReadableStream<Uint8Array> {
  const reader = body.pipeThrough(new TextDecoderStream() as never).getReader()
  const encoder = new TextEncoder()
  let rest = ''
  let events = 0
  let held: string | null = null
  let isSilent = false
  let isCut = false

  /** The frames to send in place of one event; null when the stream breaks here. */
  function faulted(frame: string): string[] | null {
    if (plan.drop_after !== undefined && events >= plan.drop_after) return null
    if (plan.stall_after !== undefined && events >= plan.stall_after) isSilent = true
    events += 1
    if (isSilent) return []
    if (plan.heartbeats_only) return [': heartbeat\n\n']
    const frames = plan.repeat_ids ? [frame, frame] : [frame]
    if (!plan.reorder) return frames
    if (held === null) {
      held = frames.join('')
      return []
    }
    const pair = [...frames, held]
    held = null
    return pair
  }

  return new ReadableStream({
    async pull(controller) {
      for (;;) {
        if (isCut) {
          // What was taken just now is on its way first.
          await immediately()
          return cut()
        }
        const { done, value } = (await reader.read()) as { done: boolean; value?: string }
        // A silent stream does not end either: that is what makes it hard.
        if (done && isSilent) return new Promise(() => undefined)
        if (done) {
          if (held !== null) controller.enqueue(encoder.encode(held))
          return controller.close()
        }
        const frames = (rest + (value ?? '')).split(/(?<=\n\n)/)
        rest = frames.at(-1)?.endsWith('\n\n') ? '' : (frames.pop() ?? '')
        let text = ''
        for (const frame of frames) {
          const sent = /^data:/m.test(frame) ? faulted(frame) : isSilent ? [] : [frame]
          if (sent === null) {
            isCut = true
            await reader.cancel()
            break
          }
          text += sent.join('')
        }
        if (text) return controller.enqueue(encoder.encode(text))
      }
    },
    cancel: (reason) => reader.cancel(reason),
  })
}
