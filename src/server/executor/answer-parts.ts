import type { ParentChannel } from './parent-channel.ts'

const partLength = 256 * 1024

/**
 * Sends long answers in parts, each when the one before was taken: neither the line nor the parent ever holds a whole
 * one, and others are answered in between.
 */
export class AnswerParts {
  readonly #send: ParentChannel['send']
  readonly #waiting = new Map<string, (isWanted: boolean) => void>()

  constructor(send: ParentChannel['send']) {
    this.#send = send
  }

  /** Sends all but the last part, and answers that. Of an answer that nobody waits for any more the rest is left out. */
  async sendAllButLast(
    id: string,
    pieces: AsyncIterable<string> | Iterable<string>,
  ): Promise<string> {
    let held = ''
    for await (const piece of pieces) {
      held += piece
      while (held.length > partLength) {
        const end = endOfPart(held)
        const isWanted = await this.#taken(id, held.slice(0, end))
        if (!isWanted) return ''
        held = held.slice(end)
      }
    }
    return held
  }

  more(id: string, isWanted: boolean): void {
    this.#waiting.get(id)?.(isWanted)
    this.#waiting.delete(id)
  }

  #taken(id: string, text: string): Promise<boolean> {
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve)
      this.#send({ kind: 'part', id, text })
    })
  }
}

/** Never between the halves of a character: each part is written as bytes by itself. */
function endOfPart(text: string): number {
  const last = text.charCodeAt(partLength - 1)
  return last >= 0xd800 && last < 0xdc00 ? partLength - 1 : partLength
}
