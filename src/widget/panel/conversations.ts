import { createRunSession } from '../../chat/session/run-session.ts'
import type { RunSession, SubmitResult, Work } from '../../chat/session/session-types.ts'
import { call } from '../../client/api.ts'
import { messageText } from '../../contract/agent-server/messages.ts'
import {
  type EmbedConfig,
  listVisitorThreads,
  type VisitorThread,
} from '../../contract/embeds/visitors.ts'
import type { Unread } from './unread.ts'
import type { VisitorClient } from './visitor-client.ts'
import type { visitorMemory } from './visitor-storage.ts'

/** What the box shows: the session of the open conversation, and what keeps it from opening. */
export interface ConversationsSnapshot {
  readonly session: RunSession
  /** Grows with each conversation that is opened. */
  readonly serial: number
  readonly problem: Error | null
}

/** A visitor's conversations, one of them open. */
export interface Conversations {
  subscribe(listener: () => void): () => void
  getSnapshot(): ConversationsSnapshot
  /** Opens the session and the conversation that was open last. Never rejects: see `problem`. */
  open(): Promise<void>
  list(): Promise<VisitorThread[]>
  /** Opens another conversation; null begins a new one. */
  show(thread_id: string | null): void
  send(text: string): Promise<SubmitResult>
  /** Answers a question, or any other work; `send` in words. */
  submit(work: Work): Promise<SubmitResult>
  close(): void
}

export function createConversations(deps: {
  client: VisitorClient
  config: EmbedConfig
  memory: ReturnType<typeof visitorMemory>
  unread: Unread
}): Conversations {
  const { client, config, memory, unread } = deps
  const listeners = new Set<() => void>()
  let unfollow = () => {}
  /** A message that is sent at once waits until its conversation is open. */
  let opening = Promise.resolve()
  let snapshot: ConversationsSnapshot = {
    session: sessionFor(memory.read().thread_id),
    serial: 1,
    problem: null,
  }

  function patch(change: Partial<ConversationsSnapshot>): void {
    snapshot = { ...snapshot, ...change }
    for (const listener of [...listeners]) listener()
  }

  function sessionFor(thread_id: string | null): RunSession {
    const session = createRunSession({
      transport: client.transport,
      thread_id,
      // Pages without https have no crypto.randomUUID.
      newId: () => crypto.getRandomValues(new Uint32Array(4)).join('-'),
      feedbackKeys: config.feedback_keys,
      keepsVotes: config.keeps_votes,
      feedback: { transport: client.transport, allowedOrigin: config.tracing_origin },
      ...(config.feedback_keys.length === 2
        ? {
            feedbackKeyMap: {
              up: config.feedback_keys[0] as string,
              down: config.feedback_keys[1] as string,
            },
          }
        : {}),
      onThreadCreated: (created) => memory.write({ thread_id: created }),
    })
    unfollow()
    unfollow = tellAnswers(session, unread)
    return session
  }

  function openSession(session: RunSession): Promise<void> {
    opening = openNow(session)
    return opening
  }

  async function openNow(session: RunSession): Promise<void> {
    try {
      await client.open()
      if (snapshot.session === session) await session.open()
      patch({ problem: null })
    } catch (error) {
      patch({ problem: error instanceof Error ? error : new Error(String(error)) })
    }
  }

  const submit = async (work: Work): Promise<SubmitResult> => {
    await opening
    const { session } = snapshot
    // What kept it from opening may have passed.
    if (snapshot.problem || session.getSnapshot().opening !== 'open') await openSession(session)
    const result = await session.submit(work, {
      assistant_id: config.assistant_id,
      onDisconnect: config.on_disconnect,
    })
    if (result.ok && 'text' in work) unread.onSent(work.text)
    return result
  }

  return {
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    getSnapshot: () => snapshot,
    open: () => openSession(snapshot.session),
    list: () => call(client.transport, listVisitorThreads, {}),
    show(thread_id) {
      snapshot.session.close()
      memory.write({ thread_id })
      patch({ session: sessionFor(thread_id), serial: snapshot.serial + 1, problem: null })
      void openSession(snapshot.session)
    },
    send: (text) => submit({ text }),
    submit,
    close() {
      unfollow()
      snapshot.session.close()
    },
  }
}

/** Tells of each answer once, when its run has ended. */
function tellAnswers(session: RunSession, unread: Unread): () => void {
  let followed: string | null = null
  return session.subscribe(() => {
    const { run, conversation } = session.getSnapshot()
    if (run?.outcome === 'active' && run.isFollowed) {
      followed = run.run_id ?? followed
      return
    }
    if (followed === null || run?.run_id !== followed) return
    followed = null
    const answer = conversation.messages.findLast((item) => item.kind === 'ai')
    const text = messageText(answer?.message.content)
    if (text !== '') unread.onAnswer(text)
  })
}
