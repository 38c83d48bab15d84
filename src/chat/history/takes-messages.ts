import { call, type Transport } from '../../client/api.ts'
import { getAssistantSchemas } from '../../contract/agent-server/graphs.ts'
import { inputKind } from '../../contract/agent-server/input/input-kind.ts'

/** Longer than any server needs that has the schema; then it counts as telling none. */
const patienceMs = 5_000

/**
 * Whether an assistant can go on with a conversation: a graph of other fields would leave its own state behind in
 * place of the messages. One whose server tells nothing of its input counts as one that can.
 */
export async function takesMessages(transport: Transport, assistant_id: string): Promise<boolean> {
  const asked = call(transport, getAssistantSchemas, {
    params: { assistant_id },
    signal: AbortSignal.timeout(patienceMs),
  })
  const schema = await asked.then(
    ({ input_schema }) => input_schema,
    () => null,
  )
  return inputKind(schema).kind === 'message'
}
