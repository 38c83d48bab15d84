import { z } from 'zod'
import { BrokenOff, eventData } from './event-data.ts'
import type { ModelSettings } from './settings.ts'

/** A message in the form that chat completions take. */
export interface CompletionMessage {
  role: 'system' | 'user' | 'assistant'
  content: string | unknown[]
}

const Usage = z.object({
  prompt_tokens: z.number(),
  completion_tokens: z.number(),
  total_tokens: z.number().optional(),
})

/** Servers whose models think aloud tell that in one of two fields. */
const Said = z.object({
  content: z.string().nullish(),
  reasoning_content: z.string().nullish().catch(null),
  reasoning: z.string().nullish().catch(null),
})

const Choice = z.object({
  delta: Said.nullish(),
  message: Said.nullish(),
  finish_reason: z.string().nullish(),
})

/** One event of the stream, or the whole answer of a server that does not stream. */
export const Completion = z.object({
  model: z.string().nullish(),
  choices: z.array(Choice).nullish(),
  usage: Usage.nullish().catch(null),
  error: z.unknown().optional(),
})
export type Completion = z.infer<typeof Completion>

/**
 * Asks for a completion and yields what comes, event by event. Rejects with a sentence for a
 * person when the server cannot be reached, refuses, reports an error or breaks off; with the
 * signal's own error when it is aborted.
 */
export async function* completions(
  settings: ModelSettings,
  messages: CompletionMessage[],
  signal: AbortSignal | undefined,
): AsyncGenerator<Completion> {
  const response = await request(settings, messages, signal)
  if (!response.ok || !response.body) throw new Error(await refusal(settings, response))
  if (!response.headers.get('content-type')?.includes('text/event-stream')) {
    yield parse(settings, await response.text())
    return
  }
  let isComplete = false
  try {
    for await (const data of eventData(response.body)) {
      if (data === '[DONE]') return
      const completion = parse(settings, data)
      if (completion.choices?.some((choice) => choice.finish_reason)) isComplete = true
      yield completion
    }
  } catch (error) {
    signal?.throwIfAborted()
    // Whether a break matters depends on what had come by then, see below.
    if (!(error instanceof BrokenOff)) throw error
  }
  if (!isComplete) {
    throw new Error(`The model server at ${shown(settings)} broke off in the middle of its answer.`)
  }
}

async function request(
  settings: ModelSettings,
  messages: CompletionMessage[],
  signal: AbortSignal | undefined,
): Promise<Response> {
  try {
    return await fetch(settings.address, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        Accept: 'text/event-stream',
        ...(settings.key === undefined ? {} : { Authorization: `Bearer ${settings.key}` }),
      },
      body: JSON.stringify({
        model: settings.name,
        messages,
        stream: true,
        stream_options: { include_usage: true },
      }),
      // A key must not follow a redirect to somewhere else.
      redirect: 'manual',
      signal: signal ?? null,
    })
  } catch (error) {
    if (signal?.aborted) throw error
    throw new Error(
      `The model server at ${shown(settings)} cannot be reached (${causeOf(error)}). ` +
        'Check that it runs, and that MODEL_BASE_URL in the secrets is right.',
    )
  }
}

async function refusal(settings: ModelSettings, response: Response): Promise<string> {
  const server = `The model server at ${shown(settings)}`
  const text = await response.text()
  switch (response.status) {
    case 401:
    case 403:
      // The server's own words may repeat a part of the key, so they are left out here.
      return settings.key === undefined
        ? `${server} wants a key (${response.status}). Add MODEL_API_KEY to the secrets of this deployment.`
        : `${server} refused the key (${response.status}). Correct MODEL_API_KEY in the secrets of this deployment.`
    case 404:
      return `${server} knows no model "${settings.name}", or nothing is at that address (404). Check MODEL_NAME and MODEL_BASE_URL in the secrets.${words(settings, text)}`
    case 429:
      return `${server} has had too many requests, or the quota is used up (429). Try again later.${words(settings, text)}`
    default:
      return response.status >= 300 && response.status < 400
        ? `${server} redirects elsewhere (${response.status}). Put the final address into MODEL_BASE_URL.`
        : `${server} answered with status ${response.status}.${words(settings, text)}`
  }
}

function parse(settings: ModelSettings, text: string): Completion {
  const completion = Completion.safeParse(parseJson(text))
  if (!completion.success) {
    throw new Error(
      `What ${shown(settings)} sent is no chat completion. Check that MODEL_BASE_URL is an OpenAI-compatible address.`,
    )
  }
  if (completion.data.error) {
    throw new Error(`The model server at ${shown(settings)} failed.${words(settings, text)}`)
  }
  return completion.data
}

/** The server's own words, short and without the key, or nothing. */
function words({ key }: ModelSettings, text: string): string {
  const body = Body.safeParse(parseJson(text))
  const error = body.success ? body.data.error : undefined
  const message = (typeof error === 'object' ? error?.message : error) ?? text
  const plain = (key === undefined ? message : message.replaceAll(key, '[key]')).trim()
  if (plain === '' || plain.startsWith('<')) return ''
  return ` It said: ${plain.length > 300 ? `${plain.slice(0, 300)}…` : plain}`
}

const Body = z.object({ error: z.union([z.string(), z.object({ message: z.string() })]).nullish() })

function shown({ address }: ModelSettings): string {
  return `${address.origin}${address.pathname.replace(/\/chat\/completions$/, '')}`
}

function causeOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined
  const code = (cause as { code?: unknown } | undefined)?.code
  if (code === 'ECONNREFUSED') return 'nothing listens there'
  if (code === 'ENOTFOUND') return 'no such host'
  return typeof code === 'string' ? code : 'network error'
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // What is no JSON fits no schema either; the caller reports both alike.
    return undefined
  }
}
