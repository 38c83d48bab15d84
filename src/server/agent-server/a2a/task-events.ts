import type { Artifact, StreamResponse, Task, TaskStatus } from '@a2a-js/sdk'
import { TaskState } from '@a2a-js/sdk'
import { saidInPieces } from '../../../contract/agent-server/answers/thoughts.ts'
import { messageText } from '../../../contract/agent-server/messages.ts'
import { parseJson } from '../../../contract/exact-json.ts'
import { artifactOf, textPart } from './message-parts.ts'

type Place = Pick<Task, 'id' | 'contextId'>

export function taskEvent(task: Task): StreamResponse {
  return { payload: { $case: 'task', value: task } }
}

function statusEvent({ id, contextId }: Place, status: TaskStatus | undefined): StreamResponse {
  const value = { taskId: id, contextId, status, metadata: undefined }
  return { payload: { $case: 'statusUpdate', value } }
}

function artifactEvent(
  { id, contextId }: Place,
  artifact: Artifact,
  how: { append: boolean; lastChunk: boolean },
): StreamResponse {
  const value = { taskId: id, contextId, artifact, ...how, metadata: undefined }
  return { payload: { $case: 'artifactUpdate', value } }
}

/** A run's events as those of its task: the agent's words as they come, each message an artifact that grows. */
export async function* taskEvents(
  events: AsyncIterable<{ event?: string; data: string }>,
  place: Place,
): AsyncGenerator<StreamResponse, void, undefined> {
  const begun = new Set<string>()
  const hearing = new Map<string, ReturnType<typeof saidInPieces>>()
  let isWorking = false
  for await (const { event, data } of events) {
    if (!isWorking && event === 'metadata') {
      isWorking = true
      yield statusEvent(place, working())
    }
    if (event !== 'messages') continue
    const [chunk] = parseJson(data) as [{ id?: string; type?: string; content?: unknown }]
    if (!/^ai/i.test(chunk.type ?? '') || !chunk.id) continue
    const hear = hearing.get(chunk.id) ?? saidInPieces()
    hearing.set(chunk.id, hear)
    const text = hear(messageText(chunk.content))
    if (text === '') continue
    const append = begun.has(chunk.id)
    begun.add(chunk.id)
    const artifact = artifactOf(chunk.id, [textPart(text)])
    yield artifactEvent(place, artifact, { append, lastChunk: false })
  }
}

/** What a task has come to in the end. */
export function* endOfTask(task: Task): Generator<StreamResponse, void, undefined> {
  for (const artifact of task.artifacts) {
    yield artifactEvent(task, artifact, { append: false, lastChunk: true })
  }
  yield statusEvent(task, task.status)
}

function working(): TaskStatus {
  const timestamp = undefined
  return { state: TaskState.TASK_STATE_WORKING, message: undefined, timestamp }
}
