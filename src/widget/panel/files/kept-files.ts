import type { Transport } from '../../../client/api.ts'
import { type PreparedRequest, prepareRequest } from '../../../client/request.ts'
import { rasterTypes } from '../../../contract/agent-server/media-part.ts'
import { readVisitorFile, readVisitorPicture } from '../../../contract/embeds/visitors.ts'

/** Where a file is: a part of a message of a thread. */
export interface FilePlace {
  thread_id: string
  message_id: string
  part: number
}

/** The files of conversations, as addresses that a page can show. */
export interface KeptFiles {
  /** Keeps the address of a picture that was sent from here, so that it is not read again. */
  remember(place: FilePlace, address: string): void
  known(place: FilePlace): string | undefined
  /** Reads the bytes, once. Rejects with an ApiError. */
  read(place: FilePlace): Promise<string>
  /** As `read`, a picture at an address, fetched by the chat's own server. */
  fetched(thread_id: string, address: string): Promise<string>
  /** Lets go of what was read. */
  close(): void
}

export function createKeptFiles(transport: Transport): KeptFiles {
  const addresses = new Map<string, string>()
  const reads = new Map<string, Promise<string>>()
  const made: string[] = []
  const keyOf = ({ thread_id, message_id, part }: FilePlace) => `${thread_id} ${message_id} ${part}`

  async function readNow(key: string, request: PreparedRequest): Promise<string> {
    const answer = await (transport.fetch ?? fetch)(request.url, request.init).catch(() => {
      throw request.noAnswer()
    })
    if (!answer.ok) throw await request.refusal(answer)
    const bytes = await answer.arrayBuffer()
    const address = URL.createObjectURL(new Blob([bytes], { type: safeType(answer) }))
    made.push(address)
    addresses.set(key, address)
    return address
  }

  function once(key: string, prepare: () => PreparedRequest): Promise<string> {
    const known = addresses.get(key)
    if (known) return Promise.resolve(known)
    const read = reads.get(key) ?? readNow(key, prepare()).finally(() => reads.delete(key))
    reads.set(key, read)
    return read
  }

  return {
    remember: (place, address) => void addresses.set(keyOf(place), address),
    known: (place) => addresses.get(keyOf(place)),
    read: (params) =>
      once(keyOf(params), () => prepareRequest(transport, readVisitorFile, { params })),
    fetched: (thread_id, address) =>
      once(`${thread_id} ${address}`, () =>
        prepareRequest(transport, readVisitorPicture, {
          params: { thread_id },
          query: { address },
        }),
      ),
    close() {
      for (const address of made.splice(0)) URL.revokeObjectURL(address)
      addresses.clear()
    },
  }
}

/** An address of bytes belongs to the page's own origin: of a type that runs it would run there. */
function safeType(answer: Response): string {
  const type = answer.headers.get('content-type') ?? ''
  return rasterTypes.includes(type) || /^(audio|video)\/[\w.+-]+$/.test(type)
    ? type
    : 'application/octet-stream'
}
