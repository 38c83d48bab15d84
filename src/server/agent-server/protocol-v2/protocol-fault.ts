import type {
  ProtocolErrorCode,
  ProtocolResponse,
} from '../../../contract/agent-server/protocol-v2/commands.ts'
import { HttpError } from '../../http/http-error.ts'

/** What a command asked for cannot be done: told in its answer, in the words of the protocol. */
export class ProtocolFault extends Error {
  readonly code: ProtocolErrorCode

  constructor(code: ProtocolErrorCode, message: string) {
    super(message)
    this.name = 'ProtocolFault'
    this.code = code
  }
}

/** A refusal as the answer of a command; null for what is no refusal, but a fault of the server. */
export function refusalOf(error: unknown, id: number | null): ProtocolResponse | null {
  if (error instanceof ProtocolFault) {
    return { type: 'error', id, error: error.code, message: error.message }
  }
  if (!(error instanceof HttpError) || error.status >= 500) return null
  return { type: 'error', id, error: codeOf(error), message: error.message }
}

function codeOf({ status, detail }: HttpError): ProtocolErrorCode {
  if (status === 401 || status === 403) return 'permission_denied'
  const fields = typeof detail === 'string' ? [] : detail.flatMap(({ loc }) => loc)
  return fields.includes('checkpoint_id') ? 'no_such_checkpoint' : 'invalid_argument'
}
