import { isCommand } from '../../../contract/agent-server/command.ts'
import type { RunCreate } from '../../../contract/agent-server/run-request.ts'
import { invalidField } from '../../http/http-error.ts'
import { webhookRefusal } from '../webhooks/webhook-address.ts'

const maxAfterSeconds = 365 * 24 * 3600

/** Refuses (422, naming the field) what the schema allows but this server does not do. */
export function checkRunRequest(body: RunCreate): void {
  if (isGiven(body.webhook)) {
    const refusal = webhookRefusal(body.webhook ?? '')
    if (refusal) throw invalidField(['body', 'webhook'], refusal)
  }
  checkSchedule(body)
  if (body.command && !isCommand(body.command)) {
    throw invalidField(['body', 'command'], 'A command needs resume, update or goto.')
  }
  if (isGiven(body.durability) && isGiven(body.checkpoint_during)) {
    throw invalidField(['body', 'checkpoint_during'], 'Send durability instead, not both.')
  }
  if (body.checkpoint?.checkpoint_ns) {
    throw invalidField(
      ['body', 'checkpoint', 'checkpoint_ns'],
      'A run starts from a checkpoint of the whole thread, not from one of a subgraph.',
    )
  }
}

function checkSchedule({ after_seconds: seconds, multitask_strategy: strategy }: RunCreate): void {
  if (seconds === undefined || seconds === null) return
  if (!(seconds >= 0 && seconds <= maxAfterSeconds)) {
    throw invalidField(['body', 'after_seconds'], 'Write a number of seconds from 0 to 31536000.')
  }
  if (seconds > 0 && (strategy === 'interrupt' || strategy === 'rollback')) {
    throw invalidField(
      ['body', 'after_seconds'],
      'A run for later cannot take the place of one that works now: choose enqueue or reject.',
    )
  }
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null
}
