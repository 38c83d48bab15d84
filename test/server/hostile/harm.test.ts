/**
 * A deployment that means harm reaches nothing that is not its own, and the host outlives all that it does. In
 * both languages.
 */
import { execFileSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { existsSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { metadataServices } from '../../../src/server/outgoing/address-policy.ts'
import { eachMayTake } from '../../helpers/each-may-take.ts'
import { takesRules } from '../../helpers/kernel-rules.ts'
import { type HostedHarm, hostHarm } from './agent-server.ts'
import { isRoot, kindsOfEnclosures } from './enclosure-kinds.ts'

eachMayTake(2)

describe.runIf(process.platform === 'linux').each(kindsOfEnclosures())(
  'with $kind',
  ({ kind, uid }) => {
    let harm: HostedHarm
    let isSeparated = false
    beforeAll(async () => {
      harm = await hostHarm(uid, {})
      isSeparated = !harm.server.output().includes('are not kept apart')
      console.log(
        `Hostile agent: ${isSeparated ? kind : `nothing separates it here: ${harm.server.output()}`}`,
      )
    }, 300_000)
    afterAll(() => harm?.close())

    it('tries more than forty ways out of its run and of its build, and reaches nothing', async (test) => {
      if (!isSeparated) return test.skip()
      for (const act of ['ways', 'build']) {
        const { run, result } = await harm.act(act)
        expect(run.status).toBe('success')
        expect({ act, ...(result as object) }).toEqual({
          act,
          tried: expect.any(Number),
          reached: {},
        })
        expect((result as { tried: number }).tried).toBeGreaterThan(45)
        expect(existsSync(`${harm.targets.dataDir}/planted`)).toBe(false)
      }
    })

    it('35.2: cannot ask a cloud for the credentials of the machine, but resolves names there', async (test) => {
      if (!isSeparated || uid !== null || !isRoot || !takesRules()) return test.skip()
      const hasIp6 = existsSync('/proc/net/if_inet6')
      const services = metadataServices.filter((host) => hasIp6 || !host.includes(':'))
      const hosts = ['169.254.169.254', '169.254.170.2', ...services]
      const asked = [80, 443, 53].flatMap((port) => hosts.map((host) => ({ host, port })))
      const { result } = await harm.act('network', { asked })
      const answers = (result as string[]).map((answer, at) => ({ ...asked[at], answer }))
      const closed = answers.filter(({ answer }) => answer === 'EACCES')
      expect(closed.map(({ host, port }) => ({ host, port }))).toEqual(
        asked.filter(({ port }) => port !== 53),
      )
    })

    it('what it forges on its line to the server reaches no run but its own', async () => {
      const at = '/agents/bystander/threads'
      const thread = await harm.call<{ thread_id: string }>('POST', at, {})
      const input = { messages: [{ role: 'user', content: 'hello' }] }
      const body = { assistant_id: 'agent', input, after_seconds: 3_600 }
      const other = await harm.call<{ run_id: string }>(
        'POST',
        `${at}/${thread.thread_id}/runs`,
        body,
      )
      const { run } = await harm.act('forge', { run_id: other.run_id, thread_id: thread.thread_id })
      expect(run.status).toBe('success')
      const after = `${at}/${thread.thread_id}/runs/${other.run_id}`
      expect(await harm.call('GET', after)).toMatchObject({ status: 'pending' })
      expect(await harm.call('GET', `${at}/${thread.thread_id}/history`)).toEqual([])
    })

    it('is ended when it takes too much memory, and others go on', async () => {
      expect((await harm.act('memory')).run.status).toBe('error')
      await answers()
    })

    it('does not get more processes, files and scratch space than its limits', async (test) => {
      if (!isSeparated) return test.skip()
      expect((await harm.act('files')).result).toBeLessThan(4_096)
      expect((await harm.act('disk')).result).toBeLessThan(5_000)
      const { result } = await harm.act('fork')
      expect([undefined, 'refused']).toContain(result)
      await answers()
    })

    it('what it starts ends with it, and with a server that is killed', async (test) => {
      if (!isSeparated) return test.skip()
      const [first, second] = [randomInt(1e6, 1e7), randomInt(1e7, 1e8)]
      await harm.act('leave', { sleep: first })
      expect(isThere(first)).toBe(true)
      await harm.act('exit')
      await gone(first)
      await harm.act('leave', { sleep: second })
      expect(isThere(second)).toBe(true)
      await harm.server.end('SIGKILL')
      await gone(second)
    })

    /** The bystander runs, and the hostile agent is up again. */
    async function answers() {
      const input = { messages: [{ role: 'user', content: 'hello' }] }
      const body = { assistant_id: 'agent', input }
      const said = await harm.call<{ messages: object[] }>(
        'POST',
        '/agents/bystander/runs/wait',
        body,
      )
      expect(said.messages.at(-1)).toMatchObject({ content: 'here' })
      expect((await harm.act('nothing')).run.status).toBe('success')
    }
  },
)

const isThere = (seconds: number) =>
  execFileSync('ps', ['-eo', 'args']).toString().includes(`sleep ${seconds}`)

async function gone(seconds: number): Promise<void> {
  await expect.poll(() => isThere(seconds)).toBe(false)
}
