import { randomUUID } from 'node:crypto'
import type { CallbackManagerForLLMRun } from '@langchain/core/callbacks/manager'
import { BaseChatModel } from '@langchain/core/language_models/chat_models'
import { AIMessageChunk, type BaseMessage } from '@langchain/core/messages'
import { ChatGenerationChunk, type ChatResult } from '@langchain/core/outputs'
import { type Completion, type CompletionMessage, completions } from './completions.ts'
import { modelSettings } from './settings.ts'

const roles: Record<string, CompletionMessage['role']> = {
  human: 'user',
  ai: 'assistant',
  system: 'system',
}

/**
 * A chat model behind any OpenAI-compatible address. It reads the deployment's secrets anew for
 * each call and holds none of them, so nothing that prints or traces the model can show the key.
 */
export class OpenAIChatModel extends BaseChatModel {
  constructor() {
    super({})
  }

  override _llmType(): string {
    return 'openai-compatible'
  }

  override async _generate(
    messages: BaseMessage[],
    options: this['ParsedCallOptions'],
  ): Promise<ChatResult> {
    let whole: ChatGenerationChunk | undefined
    for await (const chunk of this._streamResponseChunks(messages, options)) {
      whole = whole ? whole.concat(chunk) : chunk
    }
    return { generations: whole ? [whole] : [] }
  }

  override async *_streamResponseChunks(
    messages: BaseMessage[],
    options: this['ParsedCallOptions'],
    runManager?: CallbackManagerForLLMRun,
  ): AsyncGenerator<ChatGenerationChunk> {
    const settings = modelSettings(process.env)
    const id = randomUUID()
    let usage: Completion['usage']
    let ending: Record<string, string> = {}
    let hasReasoned = false
    for await (const event of completions(settings, messagesFor(messages), options.signal)) {
      usage = event.usage ?? usage
      const choice = event.choices?.[0]
      if (choice?.finish_reason) {
        ending = {
          finish_reason: choice.finish_reason,
          model_name: event.model ?? settings.name,
        }
      }
      const said = choice?.delta ?? choice?.message
      const reasoning = said?.reasoning_content || said?.reasoning || ''
      const text = said?.content ?? ''
      if (reasoning) hasReasoned = true
      for (const part of [reasoning && thought(reasoning), text && answer(text, hasReasoned)]) {
        if (!part) continue
        const message = new AIMessageChunk({ id, content: part })
        const chunk = new ChatGenerationChunk({ text: message.text, message })
        yield chunk
        await runManager?.handleLLMNewToken(
          chunk.text,
          undefined,
          undefined,
          undefined,
          undefined,
          {
            chunk,
          },
        )
      }
    }
    // Once, at the end: joining chunks adds their numbers up.
    const last = new AIMessageChunk({
      id,
      content: '',
      response_metadata: ending,
      ...(usage ? { usage_metadata: usageMetadata(usage) } : {}),
    })
    const chunk = new ChatGenerationChunk({ text: '', message: last })
    yield chunk
    await runManager?.handleLLMNewToken('', undefined, undefined, undefined, undefined, { chunk })
  }
}

/** Chunks of one index are joined to one part. */
function thought(reasoning: string) {
  return [{ type: 'reasoning' as const, reasoning, index: 0 }]
}

/** Plain text, or a part of its own behind what was thought. */
function answer(text: string, hasReasoned: boolean) {
  return hasReasoned ? [{ type: 'text' as const, text, index: 1 }] : text
}

function usageMetadata(usage: NonNullable<Completion['usage']>) {
  const { prompt_tokens: input_tokens, completion_tokens: output_tokens } = usage
  return {
    input_tokens,
    output_tokens,
    total_tokens: usage.total_tokens ?? input_tokens + output_tokens,
  }
}

/** The conversation as the server takes it: text and images; tool calls and empty answers are left out. */
function messagesFor(messages: BaseMessage[]): CompletionMessage[] {
  return messages.flatMap((message) => {
    const role = roles[message.type]
    const content =
      typeof message.content === 'string'
        ? message.content
        : message.content.filter((part) => part.type === 'text' || part.type === 'image_url')
    return role === undefined || content.length === 0 ? [] : [{ role, content }]
  })
}
