import type { AnyGraph } from '../loaded-graph.ts'
import type { GivenContext, InputFault, InputRule } from '../protocol/input-calls.ts'
import { sentenceOf } from '../sentence-of.ts'
import type { GraphLibrary } from './graph-library.ts'

/** The parts of a compiled state graph that its types do not show. */
interface InnerGraph {
  builder?: {
    _inputDefinition: unknown
    _schemaDefinitions: Map<unknown, Record<string, unknown>>
    _schemaRuntimeDefinition?: unknown
    _configRuntimeSchema?: unknown
  }
  channels: Record<string, { operator?: unknown } | undefined>
  _validateInput?: (input: unknown) => Promise<unknown>
  _validateContext?: (context: unknown) => Promise<unknown>
}

const wholeState = '__root__'

/**
 * What the library itself refuses of a graph's input before the first step. Null where nothing is known of it, as of
 * functions: whatever it is then told, its own steps may take.
 */
export function inputRuleOf(graph: AnyGraph, library: GraphLibrary): InputRule | null {
  const { builder, channels } = graph as unknown as InnerGraph
  const fields = builder?._schemaDefinitions?.get(builder._inputDefinition)
  const has_context = Boolean(builder?._configRuntimeSchema)
  if (!builder || !fields || wholeState in fields) {
    return has_context ? { is_object: false, messages: [], has_schema: false, has_context } : null
  }
  const isMessages = (name: string) => channels[name]?.operator === library.messagesStateReducer
  return {
    is_object: true,
    messages: Object.keys(fields).filter(isMessages),
    has_schema: Boolean(builder._schemaRuntimeDefinition),
    has_context,
  }
}

/** What a run says of itself among the configurable values. */
const ofRun = { thread_id: '', run_id: '', graph_id: '', assistant_id: '' }

/** What the graph would fail on of a context, or where none is given of the configurable values, as of each run. */
export async function contextFaults(
  graph: AnyGraph,
  { context, configurable }: GivenContext,
): Promise<InputFault[]> {
  const inner = graph as unknown as InnerGraph
  try {
    await inner._validateContext?.(context ?? { ...configurable, ...ofRun })
    return []
  } catch (error) {
    return schemaFaults(error)
  }
}

/**
 * What the graph would certainly fail on, whatever its thread holds; an empty list when it may take the input.
 */
export async function inputFaults(
  graph: AnyGraph,
  library: GraphLibrary,
  input: unknown,
): Promise<InputFault[]> {
  const rule = inputRuleOf(graph, library)
  if (!rule || !input) return []
  if (rule.is_object && (typeof input !== 'object' || Array.isArray(input))) {
    return [{ path: [], message: 'The graph takes an object with the fields of its state.' }]
  }
  if (rule.has_schema) {
    const inner = graph as unknown as InnerGraph
    try {
      await inner._validateInput?.(input)
    } catch (error) {
      return schemaFaults(error)
    }
  }
  return rule.messages
    .filter((name) => Object.hasOwn(input, name))
    .flatMap((name) => messageFaults(library, name, (input as Record<string, unknown>)[name]))
}

function messageFaults(library: GraphLibrary, field: string, value: unknown): InputFault[] {
  const isList = Array.isArray(value)
  return (isList ? value : [value]).flatMap((message, index) => {
    // Whether there is one to remove depends on the thread.
    if (isRemoval(message)) return []
    try {
      library.messagesStateReducer([], [message] as never)
      return []
    } catch (error) {
      const path = isList ? [field, index] : [field]
      // What the library did not look for has no words of its own.
      const reason = error instanceof TypeError ? '' : ` ${firstLine(error)}`
      return [{ path, message: `The graph takes no such message.${reason}` }]
    }
  })
}

function isRemoval(message: unknown): boolean {
  const { type, role, id } = Object(message) as Record<string, unknown>
  const className = Array.isArray(id) ? id.at(-1) : null
  const [first] = Array.isArray(message) ? (message as unknown[]) : []
  return [type, role, first].includes('remove') || className === 'RemoveMessage'
}

/** Both versions of the schema library list what is wrong under the same names. */
function schemaFaults(error: unknown): InputFault[] {
  const { issues } = Object(error) as { issues?: { path?: unknown[]; message?: string }[] }
  if (!Array.isArray(issues) || issues.length === 0) {
    return [{ path: [], message: firstLine(error) }]
  }
  return issues.map(({ path = [], message }) => ({
    path: path.map((part) => (typeof part === 'number' ? part : String(part))),
    message: message ?? firstLine(error),
  }))
}

function firstLine(error: unknown): string {
  return sentenceOf(error).split('\n')[0] ?? ''
}
