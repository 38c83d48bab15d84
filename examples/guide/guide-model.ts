import { randomUUID } from 'node:crypto'
import type { CallbackManagerForLLMRun } from '@langchain/core/callbacks/manager'
import { BaseChatModel } from '@langchain/core/language_models/chat_models'
import { AIMessage, AIMessageChunk, type BaseMessage, ToolMessage } from '@langchain/core/messages'
import { ChatGenerationChunk, type ChatResult } from '@langchain/core/outputs'
import { pause } from '../shared/pause.ts'
import { requestsOf } from '../shared/requests.ts'
import { answerFrom, farewell, introduction, searchFailed } from './answers.ts'
import type { Library } from './library.ts'
import { nextMove } from './moves.ts'
import { pageSize, SearchArgs, SearchResult } from './search-docs.ts'

export interface GuideModelOptions {
  /** What can be searched; the model itself only needs the topics. */
  topics: Library['topics']
  /** Milliseconds between two tokens. */
  paceMs: number
}

/**
 * A chat model without a language model: it decides by rules whether to search or to answer, and
 * composes the answer from what the search found. To the graph, and to everybody who listens, it is
 * a chat model like any other: it calls a tool, streams tokens under one message id and can be
 * aborted between any two of them.
 */
export class GuideModel extends BaseChatModel {
  readonly #topics: Library['topics']
  readonly #paceMs: number

  constructor({ topics, paceMs }: GuideModelOptions) {
    super({})
    this.#topics = topics
    this.#paceMs = paceMs
  }

  override _llmType(): string {
    return 'quarterdeck-guide'
  }

  override async _generate(
    messages: BaseMessage[],
    options: this['ParsedCallOptions'],
  ): Promise<ChatResult> {
    let whole: ChatGenerationChunk | undefined
    for await (const chunk of this.#chunks(messages, options.signal, 0)) {
      whole = whole ? whole.concat(chunk) : chunk
    }
    return { generations: whole ? [whole] : [] }
  }

  override async *_streamResponseChunks(
    messages: BaseMessage[],
    options: this['ParsedCallOptions'],
    runManager?: CallbackManagerForLLMRun,
  ): AsyncGenerator<ChatGenerationChunk> {
    for await (const chunk of this.#chunks(messages, options.signal, this.#paceMs)) {
      yield chunk
      await runManager?.handleLLMNewToken(chunk.text, undefined, undefined, undefined, undefined, {
        chunk,
      })
    }
  }

  async *#chunks(
    messages: BaseMessage[],
    signal: AbortSignal | undefined,
    paceMs: number,
  ): AsyncGenerator<ChatGenerationChunk> {
    const id = randomUUID()
    const pieces = piecesOf(this.#reply(messages))
    const additional_kwargs = { quick_replies: this.#quickReplies(messages) }
    for (const [index, fields] of pieces.entries()) {
      // Slow enough that a person can read along and press Stop in the middle; a stop is noticed here.
      await pause(index === 0 ? 0 : paceMs, signal)
      const isLast = index === pieces.length - 1
      const message = new AIMessageChunk({ id, ...fields, ...(isLast && { additional_kwargs }) })
      yield new ChatGenerationChunk({ message, text: fields.content })
    }
  }

  /** The text of the answer, or the arguments of the search that has to come first. */
  #reply(messages: BaseMessage[]): string | SearchArgs {
    const last = messages.at(-1)
    if (last && ToolMessage.isInstance(last)) return this.#answer(last)
    const move = nextMove(requestsOf(messages), lastSearch(messages))
    if (move.kind === 'search') return move.args
    return move.kind === 'introduce' ? introduction(this.#topics) : farewell()
  }

  /** Whoever only says hello is offered topics to ask for, as buttons in chats that know them. */
  #quickReplies(messages: BaseMessage[]): string[] {
    const last = messages.at(-1)
    if (last && ToolMessage.isInstance(last)) return []
    const { kind } = nextMove(requestsOf(messages), lastSearch(messages))
    return kind === 'introduce' ? this.#topics.slice(0, 3).map(({ title }) => title) : []
  }

  #answer(message: ToolMessage): string {
    if (message.status === 'error') return searchFailed(message.text)
    const found = SearchResult.safeParse(parseJson(message.text))
    return found.success
      ? answerFrom(found.data, this.#topics)
      : searchFailed('the search did not return what it should.')
  }
}

interface Piece {
  content: string
  tool_call_chunks?: AIMessageChunk['tool_call_chunks']
}

/** What is streamed, piece by piece: words with the space behind them, or a call bit by bit. */
function piecesOf(reply: string | SearchArgs): Piece[] {
  if (typeof reply === 'string') return tokens(reply).map((content) => ({ content }))
  const call = { name: 'search_docs', id: `call_${randomUUID()}`, args: '', index: 0 }
  return [
    { content: '', tool_call_chunks: [{ ...call, type: 'tool_call_chunk' }] },
    ...tokens(JSON.stringify(reply)).map(
      (args): Piece => ({
        content: '',
        tool_call_chunks: [{ args, index: 0, type: 'tool_call_chunk' }],
      }),
    ),
  ]
}

function tokens(text: string): string[] {
  return text.match(/\s*\S+\s*/g) ?? []
}

/** The newest search of the conversation, and how many results have been shown of it. */
function lastSearch(messages: BaseMessage[]): { args: SearchArgs; shown: number } | undefined {
  for (const message of messages.toReversed()) {
    if (!AIMessage.isInstance(message)) continue
    const call = message.tool_calls?.find(({ name }) => name === 'search_docs')
    const args = SearchArgs.safeParse(call?.args)
    if (args.success) return { args: args.data, shown: args.data.skip + pageSize }
  }
  return undefined
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // What is no JSON fits no schema either; the caller answers for both.
    return undefined
  }
}
