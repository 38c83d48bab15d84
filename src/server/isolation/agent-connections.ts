import { readdir, readFile, readlink } from 'node:fs/promises'
import type { Socket } from 'node:net'
import ipaddr from 'ipaddr.js'
import { usersOfAgents } from './deployment-homes.ts'
import type { IsolationKind } from './isolation.ts'
import { treeOf } from './process-tree.ts'
import { type SocketOwner, socketOwner } from './socket-owner.ts'

/** Whether the other end of a connection is an agent, or a build, of this machine. */
export type IsFromAgent = (socket: Socket | undefined) => Promise<boolean>

/**
 * Tells connections of agents from those of people on the same machine: by their users, of whichever server they are,
 * or where they have none by what this server has started. An end on this machine that nobody has any more counts as an
 * agent's: who waits for an answer holds it open. Where nothing keeps agents apart nothing is told.
 */
export function agentConnections(kind: IsolationKind): IsFromAgent {
  if (kind === 'none') return async () => false
  const isAgents = kind === 'namespaces-and-users' ? isUserOfAgents() : isHeldBelow
  const known = new WeakMap<Socket, Promise<boolean>>()
  return async (socket) => {
    if (!socket) return false
    const asked = known.get(socket) ?? isFromAgent(socket, isAgents)
    known.set(socket, asked)
    return asked
  }
}

async function isFromAgent(
  { remoteAddress, remotePort, localAddress, localPort }: Socket,
  isAgents: (owner: SocketOwner) => boolean | Promise<boolean>,
): Promise<boolean> {
  // It has left already, and is told nothing.
  if (!remoteAddress || !remotePort || !localAddress || !localPort) return true
  if (ipaddr.process(remoteAddress).range() !== 'loopback') return false
  const owner = await socketOwner(
    { address: remoteAddress, port: remotePort },
    { address: localAddress, port: localPort },
  )
  return owner === null || isAgents(owner)
}

function isUserOfAgents(): (owner: SocketOwner) => boolean {
  const { first, last } = usersOfAgents()
  return ({ uid }) => first <= uid && uid <= last
}

/** Whether a process that this one has started holds the socket, or hides what it holds. */
async function isHeldBelow({ inode }: SocketOwner): Promise<boolean> {
  const [, ...below] = await treeOf(process.pid)
  const held = await Promise.all(below.map((pid) => mayHold(pid, inode)))
  return held.includes(true)
}

async function mayHold(pid: number, inode: string): Promise<boolean> {
  const folder = `/proc/${pid}/fd`
  const files = await readdir(folder).catch(() => null)
  if (files === null) return isAtWork(pid)
  const links = await Promise.all(
    files.map((file) => readlink(`${folder}/${file}`).catch(() => '')),
  )
  return links.includes(`socket:[${inode}]`)
}

/** False for a process that is gone, or has ended and is only not yet taken leave of: it holds nothing. */
async function isAtWork(pid: number): Promise<boolean> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // The program's name, in parentheses, may hold anything.
  const state = stat.slice(stat.lastIndexOf(')') + 2)[0]
  return state !== undefined && state !== 'Z' && state !== 'X'
}
