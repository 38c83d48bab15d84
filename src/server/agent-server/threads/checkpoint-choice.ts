import type { CheckpointChoice } from '../../../contract/agent-server/thread-states.ts'
import type { UpdateRequest } from '../../executor/protocol/thread-calls.ts'
import { invalidField } from '../../http/http-error.ts'

/**
 * Which checkpoint of the thread is meant, without what is null: one that is told by its place in
 * `checkpoint_map` has its id. Throws 422 that names the field for a checkpoint of another thread, a map
 * that does not tell which, and what contradicts itself. `field` is where the choice stands in the body.
 */
export function chosenCheckpoint(
  threadId: string,
  choice: CheckpointChoice,
  field = 'checkpoint',
): UpdateRequest['checkpoint'] {
  const { thread_id, checkpoint_ns, checkpoint_map: map } = choice
  if (thread_id && thread_id.toLowerCase() !== threadId.toLowerCase()) {
    throw invalidField(['body', field, 'thread_id'], 'The checkpoint is of another thread.')
  }
  const mapped = map?.[checkpoint_ns ?? '']
  const checkpoint_id = choice.checkpoint_id ?? mapped
  if (map && (typeof checkpoint_id !== 'string' || (mapped ?? checkpoint_id) !== checkpoint_id)) {
    throw invalidField(
      ['body', field, 'checkpoint_map'],
      'The map does not tell which checkpoint is meant: send checkpoint_id.',
    )
  }
  return {
    ...(typeof checkpoint_id === 'string' && checkpoint_id !== '' ? { checkpoint_id } : {}),
    ...(checkpoint_ns ? { checkpoint_ns } : {}),
    ...(map ? { checkpoint_map: map } : {}),
  }
}

/** A checkpoint that may be told twice, in `checkpoint_id` and in `checkpoint`: 422 where these differ. */
export function oneCheckpoint(
  threadId: string,
  body: {
    checkpoint?: CheckpointChoice | null | undefined
    checkpoint_id?: string | null | undefined
  },
): UpdateRequest['checkpoint'] {
  const chosen = chosenCheckpoint(threadId, body.checkpoint ?? {})
  if (!body.checkpoint_id) return chosen
  if (chosen.checkpoint_id && chosen.checkpoint_id !== body.checkpoint_id) {
    throw invalidField(['body', 'checkpoint_id'], 'The field checkpoint names another one.')
  }
  return { ...chosen, checkpoint_id: body.checkpoint_id }
}
