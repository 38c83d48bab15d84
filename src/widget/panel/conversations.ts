import { type Attachment, contentWith } from '../../chat/composer/attachments.ts'
import { createRunSession } from '../../chat/session/run-session.ts'
import type { RunSession, SubmitResult, Work } from '../../chat/session/session-types.ts'
import { browserChannel } from '../../chat/session/thread-channel.ts'
import { call } from '../../client/api.ts'
import { messageText } from '../../contract/agent-server/messages.ts'
import {
  type EmbedConfig,
  listVisitorThreads,
  type VisitorThread,
} from '../../contract/embeds/visitors.ts'
import type { WidgetAttributes } from '../package/types.ts'
import { createKeptFiles, type KeptFiles } from './files/kept-files.ts'
import type { Unread } from './unread.ts'
import type { VisitorClient } from './visitor-client.ts'
import type { visitorMemory } from './visitor-storage.ts'

/** What the box shows: the session of the open conversation, and what keeps it from opening. */
export interface ConversationsSnapshot {
  readonly session: RunSession
  /** Grows with each conversation that is opened. */
  readonly serial: number
  readonly problem: Error | null
  /** Whether the visitor has to agree before they write; null while that is not known. */
  readonly needsConsent: boolean | null
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
  send(text: string, files?: readonly Attachment[]): Promise<SubmitResult>
  /** Answers a question, or any other work; `send` in words. */
  submit(work: Work): Promise<SubmitResult>
  /** What the page says of the visitor from now on. Rejects with an ApiError. */
  setAttributes(attributes: WidgetAttributes): Promise<void>
  /** The visitor agrees to the privacy note. Rejects with an ApiError. */
  agree(): Promise<void>
  /** Deletes everything of the visitor, and begins anew as somebody else. Rejects with an ApiError. */
  deleteEverything(): Promise<void>
  /** What this page has sent with the message that a run answers. */
  filesOf(run_id: string): readonly Attachment[]
  /** Files that are in the open conversation. */
  readonly files: KeptFiles
  close(): void
}

interface ConversationsDeps {
  client: VisitorClient
  config: EmbedConfig
  memory: ReturnType<typeof visitorMemory>
  unread: Unread
}

export function createConversations(deps: ConversationsDeps): Conversations {
  const { client, config, memory, unread } = deps
  const listeners = new Set<() => void>()
  const files = createKeptFiles(client.transport)
  const filesSent = new Map<string, readonly Attachment[]>()
  const channel = browserChannel()
  let unfollow = () => {}
  /** A message that is sent at once waits until its conversation is open. */
  let opening = Promise.resolve()
  let snapshot: ConversationsSnapshot = {
    session: sessionFor(memory.read().thread_id),
    serial: 1,
    problem: null,
    needsConsent: config.asks_consent ? null : false,
  }

  function patch(change: Partial<ConversationsSnapshot>): void {
    snapshot = { ...snapshot, ...change }
    for (const listener of [...listeners]) listener()
  }

  function sessionFor(thread_id: string | null): RunSession {
    const session = visitorSession(deps, channel, thread_id)
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
      patch({ needsConsent: config.asks_consent && !client.hasConsented() })
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
    if (result.ok && 'parts' in work) unread.onSent(messageText(work.parts))
    return result
  }

  client.whenReachable(() => snapshot.session.retryNow())
  // The tabs of a visitor share one conversation; one that is being answered here stays.
  const unwatch = memory.watch(() => {
    const { thread_id } = memory.read()
    const { thread_id: shown, run } = snapshot.session.getSnapshot()
    if (thread_id !== shown && run?.outcome !== 'active') change(thread_id)
  })

  function show(thread_id: string | null): void {
    memory.write({ thread_id })
    change(thread_id)
  }

  function change(thread_id: string | null): void {
    snapshot.session.close()
    patch({ session: sessionFor(thread_id), serial: snapshot.serial + 1, problem: null })
    void openSession(snapshot.session)
  }

  return {
    setAttributes: client.setAttributes,
    async agree() {
      await client.agree()
      patch({ needsConsent: false })
    },
    async deleteEverything() {
      await client.deleteVisitor()
      files.close()
      show(null)
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    getSnapshot: () => snapshot,
    open: () => openSession(snapshot.session),
    list: () => call(client.transport, listVisitorThreads, {}),
    show,
    async send(text, sent = []) {
      if (sent.length === 0) return submit({ text })
      const result = await submit({ parts: contentWith(text, sent) })
      if (result.ok) filesSent.set(result.run_id, sent)
      return result
    },
    filesOf: (run_id) => filesSent.get(run_id) ?? [],
    submit,
    files,
    close() {
      files.close()
      unwatch()
      unfollow()
      snapshot.session.close()
    },
  }
}

function visitorSession(
  { client, config, memory }: ConversationsDeps,
  channel: ReturnType<typeof browserChannel>,
  thread_id: string | null,
): RunSession {
  const { transport } = client
  const [up, down, ...others] = config.feedback_keys
  const isPair = up !== undefined && down !== undefined && others.length === 0
  return createRunSession({
    transport,
    thread_id,
    channel,
    feedbackKeys: config.feedback_keys,
    keepsVotes: config.keeps_votes,
    feedback: { transport, allowedOrigin: config.tracing_origin },
    ...(isPair && { feedbackKeyMap: { up, down } }),
    onThreadCreated: (created) => memory.write({ thread_id: created }),
    onThreadLost: () => memory.write({ thread_id: null }),
  })
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
