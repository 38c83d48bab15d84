import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Gates that a graph waits at until the test opens them, over HTTP: graphs run in other processes. */
export interface Gates {
  url: string
  /** Resolves when a graph waits at the gate, or has been there. */
  arrived(name: string): Promise<void>
  /** Lets everybody through who waits or comes later. */
  open(name: string): void
  /** Lets through only who has waited longest. */
  letOne(name: string): void
  /** Resolves when graphs have been at the gate so many times. */
  visited(name: string, times: number): Promise<void>
  /** The process that came last to any gate; null when none did. */
  lastProcess(): number | null
  /** How often a graph came to the gate. */
  visits(name: string): number
  close(): Promise<void>
}

interface Gate {
  isOpen: boolean
  visits: number
  waiting: ServerResponse[]
  onArrival: (() => void)[]
}

export async function openGates(): Promise<Gates> {
  const gates = new Map<string, Gate>()
  let lastProcess: number | null = null
  const gateOf = (name: string) => {
    const gate = gates.get(name) ?? { isOpen: false, visits: 0, waiting: [], onArrival: [] }
    gates.set(name, gate)
    return gate
  }
  const server = createServer((request, response) => {
    const gate = gateOf(decodeURIComponent((request.url ?? '/').slice(1)))
    gate.visits += 1
    lastProcess = Number(request.headers['x-pid'] ?? Number.NaN) || lastProcess
    for (const resolve of gate.onArrival.splice(0)) resolve()
    if (gate.isOpen) response.end()
    else gate.waiting.push(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    arrived(name) {
      const gate = gateOf(name)
      if (gate.visits > 0) return Promise.resolve()
      return new Promise((resolve) => gate.onArrival.push(resolve))
    },
    open(name) {
      const gate = gateOf(name)
      gate.isOpen = true
      for (const response of gate.waiting.splice(0)) response.end()
    },
    letOne: (name) => void gateOf(name).waiting.shift()?.end(),
    async visited(name, times) {
      const gate = gateOf(name)
      while (gate.visits < times) await new Promise<void>((resolve) => gate.onArrival.push(resolve))
    },
    lastProcess: () => lastProcess,
    visits: (name) => gateOf(name).visits,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
