import { mkdirSync, writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { expect } from 'vitest'
import type { Deployment } from '../../../src/contract/control-plane/deployments.ts'
import type { Revision } from '../../../src/contract/control-plane/revisions.ts'
import { minutes } from '../../helpers/patience.ts'
import { type Stack, startStack } from '../../helpers/stack.ts'

const limitMs = minutes(1)

/** A stack with one working folder, and what people do with it. */
export interface FolderBench {
  stack: Stack
  folder: string
  save(files: Record<string, string>): Promise<void>
  /** Serves the folder from now on. */
  follow(): Promise<void>
  deployment(): Promise<Deployment>
  /** Newest first. */
  revisions(): Promise<Revision[]>
  /** What the agent answers in a thread, a new one when there is none. */
  said(threadId?: string): Promise<unknown>
  thread(): Promise<string>
  /** Resolves when the agent answers so in new threads. */
  answers(word: string): Promise<void>
  /** Resolves with the reason once the newest revision has failed with one like that. */
  fails(reason: RegExp): Promise<string>
  close(): Promise<void>
}

/** `settings` as of a server. */
export async function openFolderBench(
  settings: Parameters<typeof startStack>[0] = {},
): Promise<FolderBench> {
  const stack = await startStack(settings)
  const folder = path.join(stack.folder, 'my-agent')
  await mkdir(folder)
  let id = ''
  const bench: FolderBench = {
    stack,
    folder,
    async save(files) {
      // In one go: the server, in this process, would see the file empty on the way.
      for (const [name, text] of Object.entries(files)) {
        mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
        writeFileSync(path.join(folder, name), text)
      }
    },
    async follow() {
      id = await stack.follow(folder)
    },
    deployment: () => stack.json<Deployment>('GET', `/api-host/v2/deployments/${id}`),
    async revisions() {
      const url = `/api-host/v2/deployments/${id}/revisions?limit=100`
      return (await stack.json<{ resources: Revision[] }>('GET', url)).resources
    },
    async said(threadId) {
      const thread = threadId ?? (await bench.thread())
      const body = { assistant_id: 'agent', input: { asked: ['something'] } }
      const url = `/agents/agent/threads/${thread}/runs/wait`
      const { said } = await stack.json<{ said: unknown }>('POST', url, body)
      return said
    },
    async thread() {
      const made = await stack.json<{ thread_id: string }>('POST', '/agents/agent/threads', {})
      return made.thread_id
    },
    answers: (word) =>
      until(async () => {
        // A run for each look would keep up what is waited for.
        expect((await bench.deployment()).latest_revision_status).toBe('DEPLOYED')
        expect(await bench.said()).toBe(word)
      }),
    async fails(reason) {
      await until(async () => {
        const [newest] = await bench.revisions()
        expect(newest?.status).toMatch(/_FAILED$/)
        expect(newest?.status_reason).toMatch(reason)
      })
      return (await bench.revisions())[0]?.status_reason ?? ''
    },
    close: () => stack.close(),
  }
  return bench
}

async function until(holds: () => Promise<void>): Promise<void> {
  const limit = Date.now() + limitMs
  for (;;) {
    try {
      await holds()
      return
    } catch (error) {
      if (Date.now() > limit) throw error
    }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** Numbers that are drawn, the same for the same seed. */
export function drawn(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}
