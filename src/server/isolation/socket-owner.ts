import { readFile } from 'node:fs/promises'
import ipaddr from 'ipaddr.js'

/** One end of a TCP connection. */
export interface SocketPlace {
  address: string
  port: number
}

/** Whose socket it is, and its number among the open files of its process. */
export interface SocketOwner {
  uid: number
  inode: string
}

const tables = ['/proc/net/tcp', '/proc/net/tcp6']
/** What is added to a table while it is read can hide another line from who reads it. */
const tries = 3

/**
 * Whose socket is at this machine's end of a connection, as Linux tells it.
 * @returns null where there is no such end, or it is closed
 */
export async function socketOwner(
  own: SocketPlace,
  other: SocketPlace,
): Promise<SocketOwner | null> {
  const wanted = `${placeText(own)} ${placeText(other)}`
  // Few lines have this port; a busy machine has thousands of others.
  const port = `:${own.port.toString(16).toUpperCase().padStart(4, '0')} `
  for (let tried = 0; tried < tries; tried += 1) {
    const texts = await Promise.all(tables.map((table) => readFile(table, 'utf8').catch(() => '')))
    const lines = texts.flatMap((text) => text.split('\n')).filter((line) => line.includes(port))
    const row = lines.map(readRow).find((one) => one?.between === wanted)
    if (row) return row.owner
  }
  return null
}

/** A line of such a table; null for one that says nothing. */
export function readRow(line: string): { between: string; owner: SocketOwner } | null {
  const [, own, other, , , , , uid, , inode] = line.trim().split(/\s+/)
  if (!own || !other || !uid || !inode || inode === '0') return null
  const between = [own, other].map((place) => placeText(readPlace(place))).join(' ')
  return { between, owner: { uid: Number(uid), inode } }
}

/** Words of four bytes, each written as the number that it is to the processor, then the port. */
function readPlace(text: string): SocketPlace {
  const [address = '', port = ''] = text.split(':')
  const bytes = (address.match(/.{8}/g) ?? []).flatMap((word) => [
    ...Buffer.from(word, 'hex').reverse(),
  ])
  return { address: ipaddr.fromByteArray(bytes).toString(), port: Number.parseInt(port, 16) }
}

/** The same for an address of IPv4 and for what it is called in IPv6. */
function placeText({ address, port }: SocketPlace): string {
  return `${ipaddr.process(address).toString()} ${port}`
}
