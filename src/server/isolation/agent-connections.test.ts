import { spawn } from 'node:child_process'
import { once } from 'node:events'
import net from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { agentConnections } from './agent-connections.ts'

describe.runIf(process.platform === 'linux')('tells whose connection it is', () => {
  let server: net.Server
  let port: number
  const sockets: net.Socket[] = []
  beforeEach(async () => {
    server = net.createServer({ allowHalfOpen: true }).listen(0, '127.0.0.1')
    server.on('connection', (socket) => sockets.push(socket.resume().on('error', () => {})))
    await once(server, 'listening')
    port = (server.address() as net.AddressInfo).port
  })
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.destroy()
    server?.close()
  })

  const accepted = async () => (await once(server, 'connection'))[0] as net.Socket

  it('own ones and those of other programs are let in', async () => {
    const client = net.connect(port, '127.0.0.1')
    const socket = await accepted()
    expect(await agentConnections('namespaces')(socket)).toBe(false)
    expect(await agentConnections('namespaces-and-users')(socket)).toBe(false)
    expect(await agentConnections('namespaces')(undefined)).toBe(false)
    client.destroy()
  })

  it('what this process has started is an agent, where agents have no users of their own', async () => {
    const code = `require('node:net').connect(${port}, '127.0.0.1')`
    const child = spawn(process.execPath, ['-e', code], { stdio: 'ignore' })
    const socket = await accepted()
    const isFromAgent = agentConnections('namespaces')
    expect(await isFromAgent(socket)).toBe(true)
    // What is not kept apart is not told apart either.
    expect(await agentConnections('none')(socket)).toBe(false)
    child.kill('SIGKILL')
    await once(child, 'close')
    expect(await isFromAgent(socket)).toBe(true)
  })

  it('one whose other end has been given up is nobody’s', async () => {
    const client = net.connect(port, '127.0.0.1')
    const socket = await accepted()
    const ended = once(socket, 'end')
    client.destroy()
    await ended
    expect(await agentConnections('namespaces')(socket)).toBe(true)
  })
})
