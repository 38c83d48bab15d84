import type {
  AgentCard,
  CancelTaskRequest,
  GetTaskRequest,
  ListTasksRequest,
  ListTasksResponse,
  Message,
  SendMessageRequest,
  StreamResponse,
  SubscribeToTaskRequest,
  Task,
} from '@a2a-js/sdk'
import {
  ExtendedAgentCardNotConfiguredError,
  PushNotificationNotSupportedError,
  RequestMalformedError,
  TaskNotCancelableError,
  UnsupportedOperationError,
} from '@a2a-js/sdk/errors'
import type { A2ARequestHandler } from '@a2a-js/sdk/server'
import { call, type Transport } from '../../../client/api.ts'
import { ApiError } from '../../../client/api-error.ts'
import type { Assistant } from '../../../contract/agent-server/assistants.ts'
import { getAssistantSchemas } from '../../../contract/agent-server/graphs.ts'
import type { RunCreate } from '../../../contract/agent-server/run-request.ts'
import { cancelRun, isActive } from '../../../contract/agent-server/runs.ts'
import { createThread } from '../../../contract/agent-server/threads.ts'
import { id as idSchema } from '../../../contract/query.ts'
import { type FollowedRun, joinEvents, startRun } from '../on-behalf/follow-run.ts'
import { answerOf, graphInput } from './message-parts.ts'
import { findTask, findTasks, questionsOf, readTask } from './read-task.ts'
import { endOfTask, taskEvent, taskEvents } from './task-events.ts'
import { type TaskKey, taskIdOf } from './task-id.ts'

/** Who asks, of which assistant. */
interface Asker {
  transport: Transport
  assistant: Assistant
  card: AgentCard
  /** Aborted when nobody reads the answer any more; a task goes on all the same. */
  left: AbortSignal
}

const noPush = async (): Promise<never> => {
  throw new PushNotificationNotSupportedError('Nobody is called when a task changes. Stream it.')
}

/**
 * The tasks of an assistant: contexts are threads, and a task is a run with the runs that answer its questions. Nothing
 * is kept here: all is in the threads and runs, so any process answers any request.
 */
export class AgentTasks implements A2ARequestHandler {
  readonly #asker: Asker

  constructor(asker: Asker) {
    this.#asker = asker
  }

  async getAgentCard(): Promise<AgentCard> {
    return this.#asker.card
  }

  async getAuthenticatedExtendedAgentCard(): Promise<never> {
    throw new ExtendedAgentCardNotConfiguredError('The agent card is the same for everybody.')
  }

  async sendMessage(params: SendMessageRequest): Promise<Task> {
    const { key, run } = await told(() => this.#send(params))
    const { returnImmediately, historyLength } = params.configuration ?? {}
    if (!returnImmediately) {
      for await (const _event of run.events);
    }
    return told(() => this.#read(key, historyLength))
  }

  async *sendMessageStream(
    params: SendMessageRequest,
  ): AsyncGenerator<StreamResponse, void, undefined> {
    const { key, run } = await told(() => this.#send(params))
    yield* this.#stream(key, run.events)
  }

  async *resubscribe({
    id,
  }: SubscribeToTaskRequest): AsyncGenerator<StreamResponse, void, undefined> {
    const { transport, assistant, left } = this.#asker
    const found = await told(() => findTask(transport, id, assistant.assistant_id))
    const { latest, thread_id } = found
    if (!isActive(latest)) {
      throw new UnsupportedOperationError('Nothing runs for this task: ask for it instead.')
    }
    const at = { thread_id, run_id: latest.run_id }
    yield* this.#stream(found, await told(() => joinEvents(transport, at, left)))
  }

  getTask({ id, historyLength }: GetTaskRequest): Promise<Task> {
    const { transport, assistant } = this.#asker
    return told(async () => {
      const found = await findTask(transport, id, assistant.assistant_id)
      return readTask(transport, found, historyLength)
    })
  }

  listTasks(request: ListTasksRequest): Promise<ListTasksResponse> {
    const { transport, assistant } = this.#asker
    const { contextId, status, pageSize = 50, pageToken, historyLength } = request
    if (!contextId) throw new UnsupportedOperationError('Tasks are listed by their contextId.')
    return told(async () => {
      const thread_id = threadOf(contextId)
      const wanted: Task[] = []
      for await (const found of findTasks(transport, thread_id, assistant.assistant_id)) {
        const task = await readTask(transport, found, historyLength)
        if (!status || task.status?.state === status) wanted.push(task)
      }
      const from = Number(pageToken) || 0
      const next = from + pageSize < wanted.length ? String(from + pageSize) : ''
      const tasks = wanted.slice(from, from + pageSize)
      return { tasks, nextPageToken: next, pageSize, totalSize: wanted.length }
    })
  }

  cancelTask({ id }: CancelTaskRequest): Promise<Task> {
    const { transport, assistant } = this.#asker
    return told(async () => {
      const found = await findTask(transport, id, assistant.assistant_id)
      const { thread_id, latest } = found
      const over = new TaskNotCancelableError('Nothing runs for this task.')
      if (!isActive(latest)) throw over
      const params = { thread_id, run_id: latest.run_id }
      await call(transport, cancelRun, { params, query: { wait: true } }).catch(
        (error: unknown) => {
          throw error instanceof ApiError && error.status === 409 ? over : error
        },
      )
      return this.#read(found)
    })
  }

  createTaskPushNotificationConfig = noPush
  getTaskPushNotificationConfig = noPush
  listTaskPushNotificationConfigs = noPush
  deleteTaskPushNotificationConfig = noPush

  /** Starts the run of a message: that of a new task, or one that answers what a task asks. */
  async #send(params: SendMessageRequest): Promise<{ key: TaskKey; run: FollowedRun }> {
    const { message, configuration } = params
    if (!message) throw new RequestMalformedError('Send a message.')
    if (configuration?.taskPushNotificationConfig) await noPush()
    return message.taskId ? this.#answer(message) : this.#begin(message)
  }

  async #begin(message: Message): Promise<{ key: TaskKey; run: FollowedRun }> {
    const { transport, assistant } = this.#asker
    const { assistant_id } = assistant
    const params = { assistant_id }
    const { input_schema } = await call(transport, getAssistantSchemas, { params })
    const input = graphInput(message, input_schema)
    const given = message.contextId ? { thread_id: threadOf(message.contextId) } : {}
    const { thread_id } = await call(transport, createThread, {
      body: { ...given, if_exists: 'do_nothing', metadata: given.thread_id ? {} : source },
    })
    const run = await this.#run(thread_id, { assistant_id, input, metadata: source })
    return { key: { thread_id, run_id: run.run_id }, run }
  }

  async #answer(message: Message): Promise<{ key: TaskKey; run: FollowedRun }> {
    const { transport, assistant } = this.#asker
    const { assistant_id } = assistant
    const found = await findTask(transport, message.taskId, assistant_id)
    const { thread_id, run_id } = found
    if (message.contextId && message.contextId !== thread_id) {
      throw new RequestMalformedError('The task is of another context.')
    }
    const { isWaiting, interrupts } = await questionsOf(transport, found)
    if (!isWaiting) {
      throw new UnsupportedOperationError(
        'The task waits for no answer. Send the message without its taskId to begin another one in its context.',
      )
    }
    const run = await this.#run(thread_id, {
      assistant_id,
      ...(interrupts.length > 0
        ? { command: { resume: resumeWith(answerOf(message), interrupts) } }
        : { input: null }),
      multitask_strategy: 'reject',
      metadata: { ...source, a2a_task: run_id },
    })
    return { key: found, run }
  }

  #run(threadId: string, body: RunCreate): Promise<FollowedRun> {
    const { transport, left } = this.#asker
    const asked = {
      stream_mode: ['messages-tuple' as const],
      stream_resumable: true,
      on_disconnect: 'continue' as const,
    }
    return startRun(transport, threadId, { ...body, ...asked }, left)
  }

  async #read(key: TaskKey, historyLength?: number): Promise<Task> {
    const { transport, assistant } = this.#asker
    const found = await findTask(transport, taskIdOf(key), assistant.assistant_id)
    return readTask(transport, found, historyLength)
  }

  async *#stream(
    key: TaskKey,
    events: FollowedRun['events'],
  ): AsyncGenerator<StreamResponse, void, undefined> {
    const task = await told(() => this.#read(key, 0))
    yield taskEvent(task)
    yield* taskEvents(events, task)
    yield* endOfTask(await told(() => this.#read(key, 0)))
  }
}

const source = { source: 'a2a' }

function threadOf(contextId: string): string {
  const read = idSchema.safeParse(contextId)
  if (read.success) return read.data
  throw new RequestMalformedError(
    'A contextId is the id of a thread, a UUID. Leave it out for a new one.',
  )
}

/** By its id for one question; for several the answer has to name them. */
function resumeWith(answer: unknown, interrupts: { id?: string | null | undefined }[]): unknown {
  const ids = interrupts.map(({ id }) => id ?? '')
  const given = Object(answer) as Record<string, unknown>
  if (ids.some((id) => id in given)) return answer
  const [only, ...others] = ids
  if (only && others.length === 0) return { [only]: answer }
  throw new RequestMalformedError(
    `The task asks several things: send a data part {"resume": {…}} with answers by ${ids.join(', ')}.`,
  )
}

/** Refusals of the endpoints below in the words of the protocol. */
async function told<Result>(act: () => Promise<Result>): Promise<Result> {
  try {
    return await act()
  } catch (error) {
    if (error instanceof ApiError && (error.status ?? 500) < 500) {
      throw new RequestMalformedError(error.message)
    }
    throw error
  }
}
