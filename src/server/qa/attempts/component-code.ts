import type { Transport } from '../../../client/api.ts'
import { type ComponentCode, loadComponent } from '../../../client/load-component.ts'
import type { TranscriptStep } from '../../../contract/qa/attempts.ts'
import { findAssistant } from '../find-assistant.ts'

/** So long a server is waited for. */
const patienceMs = 10_000
/** What is kept of it, in characters. */
const maxCode = 8_000_000
/** Of the scripts' own object: the published name has the graph's in it, which whoever judges blind is not told. */
const neutralGlobal = '__LGUI_component'

interface CodeOrder {
  assistantId: string
  steps: readonly TranscriptStep[]
  /** Nobody waits for it any more. */
  signal: AbortSignal
}

/**
 * What draws the components that were said in an attempt, as their server hands it out now: it may serve another
 * revision, or nothing, when they are judged. Null where none was said, or it cannot be read: no attempt fails by that.
 */
export async function readComponentCode(
  transport: Transport,
  { assistantId, steps, signal }: CodeOrder,
): Promise<ComponentCode | null> {
  const said = steps.find((step) => step.step === 'component')
  if (!said) return null
  const until = AbortSignal.any([signal, AbortSignal.timeout(patienceMs)])
  const send = transport.fetch ?? fetch
  const patient: Transport = {
    ...transport,
    fetch: (url, init) => send(url, { ...init, signal: until }),
  }
  try {
    const { graph_id } = await findAssistant(patient, assistantId)
    return withoutGraph(await loadComponent(patient, graph_id, said.name))
  } catch {
    return null
  }
}

/** The same without the name of its graph; null where it is more than is kept. */
export function withoutGraph({ global, scripts, styles }: ComponentCode): ComponentCode | null {
  const size = [...scripts, ...styles].reduce((sum, text) => sum + text.length, 0)
  if (size > maxCode) return null
  return {
    global: neutralGlobal,
    scripts: scripts.map((text) => text.replaceAll(global, neutralGlobal)),
    styles,
  }
}
