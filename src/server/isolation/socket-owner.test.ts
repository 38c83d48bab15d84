import { once } from 'node:events'
import net from 'node:net'
import { expect, it } from 'vitest'
import { readRow, socketOwner } from './socket-owner.ts'

it('reads a line of the table of the kernel, of both protocols', () => {
  const four =
    '   1: 0100007F:C350 0100007F:1004 01 00000000:00000000 00:00000000 00000000  1000        0 48213 1 0 20'
  expect(readRow(four)).toEqual({
    between: '127.0.0.1 50000 127.0.0.1 4100',
    owner: { uid: 1000, inode: '48213' },
  })
  const six =
    '   2: 0000000000000000FFFF00000100007F:C350 00000000000000000000000001000000:1004 01 00000000:00000000 00:00000000 00000000 0 0 7 1'
  expect(readRow(six)).toEqual({
    between: '127.0.0.1 50000 ::1 4100',
    owner: { uid: 0, inode: '7' },
  })
  // An end that nobody has any more, and what is no line of it.
  expect(readRow(four.replace('48213', '0'))).toBeNull()
  expect(readRow('')).toBeNull()
})

it.runIf(process.platform === 'linux').each(['127.0.0.1', '::1'])(
  'finds whose socket is at the other end of a connection to %s',
  async (host) => {
    const server = net.createServer().listen(0, host)
    await once(server, 'listening')
    const { port } = server.address() as net.AddressInfo
    const client = net.connect(port, host)
    const [socket] = (await once(server, 'connection')) as [net.Socket]
    const own = { address: socket.remoteAddress ?? '', port: socket.remotePort ?? 0 }
    const owner = await socketOwner(own, { address: host, port })
    expect(owner).toEqual({ uid: process.getuid?.(), inode: expect.stringMatching(/^\d+$/) })
    expect(await socketOwner({ ...own, port: 1 }, { address: host, port })).toBeNull()
    client.destroy()
    socket.destroy()
    server.close()
  },
)
