import { randomBytes } from 'node:crypto'

/** The trace that a run is a part of, and the span around it. */
export interface TraceContext {
  /** 32 hex digits. */
  trace_id: string
  /** 16 hex digits; null where the run begins the trace. */
  trace_parent: string | null
}

/** Goes on with the trace of a `traceparent` (W3C Trace Context), or begins one where there is none that is right. */
export function traceContextOf(traceparent: string | undefined): TraceContext {
  const found = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}(-.*)?$/.exec(
    traceparent?.trim() ?? '',
  )
  const [, version = 'ff', trace = '', parent = '', more] = found ?? []
  const isRight =
    version !== 'ff' && !/^0*$/.test(trace) && !/^0*$/.test(parent) && !(version === '00' && more)
  return isRight
    ? { trace_id: trace, trace_parent: parent }
    : { trace_id: randomBytes(16).toString('hex'), trace_parent: null }
}

/** The span of a run, a step, a tool or a call of a model: it follows from the id, so that all processes mean the same. */
export function spanIdOf(uuid: string): string {
  return uuid.replaceAll('-', '').slice(-16)
}
