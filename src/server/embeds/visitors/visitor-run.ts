import * as z from 'zod/mini'
import { writtenMedia } from '../../../contract/agent-server/media-part.ts'
import { messageText } from '../../../contract/agent-server/messages.ts'
import type { RunCreate } from '../../../contract/agent-server/run-request.ts'
import { waitsForAnswers } from '../../../contract/agent-server/runs.ts'
import type { Embed } from '../../../contract/embeds/embeds.ts'
import { writeJson } from '../../../contract/exact-json.ts'
import { invalidField } from '../../http/http-error.ts'
import { type SentContent, sentParts } from './sent-files.ts'
import { ownMetadata } from './visible-records.ts'
import { visitorContext } from './visitor-context.ts'
import type { VisitorRow } from './visitor-store.ts'

/** An answer to a question may be a form; it is bounded all the same. */
const maxAnswerLength = 20_000

const SentMessage = z.object({
  id: z.optional(z.string().check(z.maxLength(100))),
  content: z.union([z.string().check(z.minLength(1)), z.array(z.looseObject({}))]),
})

/** What a visitor asks for, cut down to what they may: one message, an answer, or another try. */
interface VisitorWork {
  /** Null goes on where the conversation stands. */
  input?: { messages: [{ id?: string; role: 'user'; content: SentContent }] } | null
  command?: { resume: unknown }
}

/**
 * The run that a visitor's request stands for. Of the request only the text and the files (or the answer to a
 * question, or that it goes on), the strategy for a second message and the page's own mark count; which assistant, how it
 * streams, which feedback it offers, who writes and what is written beside it is the embed's decision. Throws 422
 * at the field that cannot be taken. `isBehind`: it is sent behind what is under way, so a message has not seen what
 * that may ask.
 */
export async function visitorRunBody(
  embed: Embed,
  visitor: VisitorRow,
  body: RunCreate,
  { keepsVotes, page, isBehind }: { keepsVotes: boolean; page: string | null; isBehind: boolean },
): Promise<RunCreate> {
  const strategy = body.multitask_strategy ?? 'enqueue'
  const mayReplace = embed.can_stop && strategy === 'interrupt'
  if (strategy !== 'enqueue' && strategy !== 'reject' && !mayReplace) {
    throw invalidField(['body', 'multitask_strategy'], 'This chat does not allow that.')
  }
  const work = await workOf(embed, body)
  return {
    ...work,
    assistant_id: embed.assistant_id,
    stream_mode: [
      'messages-tuple',
      'values',
      ...(embed.shows_components ? ['custom' as const] : []),
    ],
    stream_resumable: true,
    // What waits has no connection that could drop; whoever joins it later binds it.
    on_disconnect: isBehind ? 'continue' : embed.on_disconnect,
    multitask_strategy: strategy,
    ...(embed.feedback_keys.length > 0 && !keepsVotes
      ? { feedback_keys: embed.feedback_keys }
      : {}),
    config: { configurable: visitorContext(embed, visitor, page) },
    metadata: {
      ...ownMetadata(body.metadata),
      ...marks(embed, visitor),
      ...(isBehind && work.input ? { [waitsForAnswers]: true } : {}),
    },
  }
}

/** Written beside threads, runs and votes, so that the operator can tell where they come from. */
export function marks(embed: Embed, visitor: VisitorRow): Record<string, string> {
  return {
    embed_id: embed.id,
    visitor_id: visitor.id,
    ...(visitor.user_id === null ? {} : { user_id: visitor.user_id }),
  }
}

/** The text of a visitor's message, or the name of its first file; null when it is an answer. */
export function titleOf(body: RunCreate): string | null {
  const { messages } = (body.input ?? {}) as { messages?: { content: SentContent }[] }
  const content = messages?.[0]?.content
  if (content === undefined) return null
  const names = typeof content === 'string' ? [] : content.map((part) => writtenMedia(part)?.name)
  return messageText(content) || names.find(Boolean) || '…'
}

async function workOf(embed: Embed, body: RunCreate): Promise<VisitorWork> {
  if (body.command) {
    const { resume } = body.command
    if (resume === undefined) throw invalidField(['body', 'command', 'resume'], 'Send an answer.')
    if (writeJson(resume).length > maxAnswerLength) {
      throw invalidField(['body', 'command', 'resume'], 'The answer is too long.')
    }
    return { command: { resume } }
  }
  if (body.input === null) return { input: null }
  const list = (body.input as { messages?: unknown } | null | undefined)?.messages
  const place = ['body', 'input', 'messages']
  if (!Array.isArray(list) || list.length !== 1) throw invalidField(place, 'Send one message.')
  const parsed = z.safeParse(SentMessage, list[0])
  if (!parsed.success) throw invalidField([...place, 0, 'content'], 'Send a text.')
  const { id, content } = parsed.data
  const at = [...place, 0, 'content']
  const sent =
    typeof content === 'string' ? { text: content, content } : await sentParts(content, embed, at)
  if (sent.text.length > embed.max_message_length) {
    const limit = embed.max_message_length.toLocaleString('en')
    throw invalidField(at, `Use at most ${limit} characters.`)
  }
  return { input: { messages: [{ ...(id ? { id } : {}), role: 'user', content: sent.content }] } }
}
