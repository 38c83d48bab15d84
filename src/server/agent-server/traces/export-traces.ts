import {
  type Attributes,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  type IdGenerator,
  RandomIdGenerator,
  type SpanExporter,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import { cancelErrorNames } from '../../../contract/agent-server/run-events.ts'
import { modelOf, tokensOf } from '../../../contract/agent-server/tokens.ts'
import type { ToldSpan } from '../../executor/protocol/told-work.ts'
import type { RunRow } from '../run-row.ts'
import type { RunTraces } from './run-traces.ts'
import { spanIdOf } from './trace-context.ts'

const stopMs = 2_000
const complainEveryMs = 60_000
/** Of what is said and answered, in characters. */
const longestContent = 32_000

/**
 * Exports runs, steps, tools and calls of models to an OTLP address, in the conventions for generative AI. Spans wait
 * in a queue of fixed size and are sent in the background: an address that does not answer loses them, and nothing else.
 */
export function exportTraces(options: {
  /** `/v1/traces` is added to it. */
  endpoint: string
  headers: Record<string, string>
  serviceName: string
  hasContents: boolean
  warn(sentence: string): void
}): RunTraces {
  const { endpoint, headers, serviceName, hasContents, warn } = options
  const url = `${endpoint.replace(/\/+$/, '')}/v1/traces`
  const exporter = new OTLPTraceExporter({ url, headers, timeoutMillis: 10_000 })
  const ids = new GivenIds()
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName }),
    idGenerator: ids,
    spanProcessors: [new BatchSpanProcessor({ exporter: complaining(exporter, url, warn) })],
  })
  const tracer = provider.getTracer('quarterdeck')

  /** One that is over. */
  const emit = (
    run: RunRow,
    told: {
      id: string
      parent: string | null
      name: string
      kind: SpanKind
      from: Date | number
      to: Date | number
      attributes: Attributes
      error: string | null
    },
  ) => {
    const { trace_id: traceId } = run
    if (!traceId) return
    const { name, kind, attributes, from: startTime } = told
    const parent = told.parent && { traceId, spanId: told.parent, traceFlags: TraceFlags.SAMPLED }
    ids.give(traceId, told.id)
    const span = tracer.startSpan(
      name,
      { kind, startTime, attributes },
      parent ? trace.setSpanContext(ROOT_CONTEXT, parent) : ROOT_CONTEXT,
    )
    if (told.error !== null) {
      span.setAttribute('error.type', told.error)
      span.setStatus({ code: SpanStatusCode.ERROR })
    }
    span.end(told.to)
  }

  return {
    wanted: hasContents ? 'contents' : 'spans',
    span(run, span) {
      emit(run, {
        ...named(span),
        id: spanIdOf(span.id),
        parent: spanIdOf(span.parent_id),
        from: span.started_at,
        to: span.ended_at,
        error: span.error,
      })
    },
    run(run, { error, at }) {
      const isCancelled = Object.values<string | null>(cancelErrorNames).includes(error)
      emit(run, {
        id: spanIdOf(run.run_id),
        parent: run.trace_parent,
        name: `invoke_agent ${run.graph_id}`,
        kind: SpanKind.INTERNAL,
        from: run.started_at ?? run.created_at,
        to: at,
        attributes: {
          'gen_ai.operation.name': 'invoke_agent',
          'gen_ai.agent.name': run.graph_id,
          'gen_ai.agent.id': run.assistant_id,
          'gen_ai.conversation.id': run.thread_id,
          'quarterdeck.run.id': run.run_id,
          'quarterdeck.run.attempt': run.attempt,
          'quarterdeck.deployment.id': run.deployment_id,
          ...(run.revision_id && { 'quarterdeck.revision.id': run.revision_id }),
          ...(isCancelled && { 'quarterdeck.run.cancelled': true }),
        },
        error: isCancelled ? null : error,
      })
    },
    async stop() {
      let timer: NodeJS.Timeout | undefined
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(() => {
          warn(`The last traces could not be sent to ${url} in time, and are lost.`)
          resolve()
        }, stopMs)
      })
      await Promise.race([provider.shutdown().catch(() => undefined), late])
      clearTimeout(timer)
    },
  }
}

/** The name of a step, a tool or a call of a model, with what the conventions tell of it. */
function named(span: ToldSpan): { name: string; kind: SpanKind; attributes: Attributes } {
  const content = (name: string, text: string | null) =>
    text === null ? {} : { [name]: text.slice(0, longestContent) }
  if (span.kind === 'step') {
    const attributes = {
      'quarterdeck.step.name': span.name,
      ...content('quarterdeck.step.input', span.input),
      ...content('quarterdeck.step.output', span.output),
    }
    return { name: `step ${span.name}`, kind: SpanKind.INTERNAL, attributes }
  }
  if (span.kind === 'tool') {
    const attributes = {
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': span.name,
      ...(span.tool_call_id && { 'gen_ai.tool.call.id': span.tool_call_id }),
      ...content('gen_ai.tool.call.arguments', span.input),
      ...content('gen_ai.tool.call.result', span.output),
    }
    return { name: `execute_tool ${span.name}`, kind: SpanKind.INTERNAL, attributes }
  }
  const told = span.usage === null ? {} : (JSON.parse(span.usage) as Record<string, unknown>)
  const tokens = tokensOf(told)
  const [asked, answered] = [span.model, modelOf(told)]
  const attributes = {
    'gen_ai.operation.name': 'chat',
    ...(span.provider && { 'gen_ai.provider.name': span.provider }),
    ...(asked && { 'gen_ai.request.model': asked }),
    ...(answered && { 'gen_ai.response.model': answered }),
    ...(tokens && {
      'gen_ai.usage.input_tokens': tokens.input_tokens,
      'gen_ai.usage.output_tokens': tokens.output_tokens,
      'gen_ai.usage.cache_read.input_tokens': tokens.cached_tokens,
      'gen_ai.usage.reasoning.output_tokens': tokens.reasoning_tokens,
    }),
    ...content('gen_ai.input.messages', span.input),
    ...content('gen_ai.output.messages', span.output),
  }
  const name = `chat ${asked ?? answered ?? span.name}`.trim()
  return { name, kind: SpanKind.CLIENT, attributes }
}

/** Ids that follow from those of runs and calls: whichever process tells a span, it belongs to the same one. */
class GivenIds implements IdGenerator {
  readonly #random = new RandomIdGenerator()
  #trace: string | null = null
  #span: string | null = null

  /** For the span that is started next. */
  give(trace: string, span: string): void {
    this.#trace = trace
    this.#span = span
  }

  generateTraceId(): string {
    return this.#trace ?? this.#random.generateTraceId()
  }

  generateSpanId(): string {
    return this.#span ?? this.#random.generateSpanId()
  }
}

/** Says now and then that spans are lost. */
function complaining(
  exporter: SpanExporter,
  url: string,
  warn: (sentence: string) => void,
): SpanExporter {
  let saidAt = Number.NEGATIVE_INFINITY
  return {
    export(spans, onDone) {
      exporter.export(spans, (result) => {
        if (result.error && performance.now() - saidAt > complainEveryMs) {
          saidAt = performance.now()
          warn(`Traces could not be sent to ${url}, and are lost: ${result.error.message}`)
        }
        onDone(result)
      })
    },
    shutdown: () => exporter.shutdown(),
    ...(exporter.forceFlush && { forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve() }),
  }
}
