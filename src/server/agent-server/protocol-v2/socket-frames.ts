import {
  ProtocolCommand,
  type ProtocolResponse,
} from '../../../contract/agent-server/protocol-v2/commands.ts'
import type { ValidationError } from '../../../contract/errors.ts'
import { HttpError } from '../../http/http-error.ts'
import { readInput } from '../../http/read-input.ts'
import { readJson } from '../../http/read-json.ts'
import { ProtocolFault, refusalOf } from './protocol-fault.ts'

/** The command that a client's frame is, or what is wrong with it. */
export function readFrame(text: string): ProtocolCommand | ProtocolResponse {
  try {
    const { data, faults } = readInput(ProtocolCommand, readJson(text, ['frame'], true), 'body')
    if (faults.length === 0) return data as ProtocolCommand
    const told = faults.map(({ loc, msg }) => `${['command', ...loc.slice(1)].join('.')}: ${msg}`)
    throw new ProtocolFault('invalid_argument', told.join(' '))
  } catch (error) {
    const refusal = refusalOf(error, null)
    if (refusal) return refusal
    throw error
  }
}

/** An answer of the endpoints that is a refusal, as the answer to a command. */
export async function refusalIn(response: Response, id: number): Promise<ProtocolResponse> {
  const { detail } = (await response.json()) as { detail: string | ValidationError[] }
  const error = new HttpError(response.status as HttpError['status'], detail)
  return (
    refusalOf(error, id) ?? { type: 'error', id, error: 'unknown_error', message: error.message }
  )
}
