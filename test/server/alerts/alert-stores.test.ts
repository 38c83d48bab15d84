import { randomUUID } from 'node:crypto'
import { beforeEach, expect, it } from 'vitest'
import type { AlertEvent } from '../../../src/contract/alerts/events.ts'
import { lockOpenEventsOfRule, readEvents } from '../../../src/server/alerts/events/event-store.ts'
import {
  endSilence,
  insertSilence,
  isSilenced,
  listLasting,
} from '../../../src/server/alerts/events/silence-store.ts'
import { listRules } from '../../../src/server/alerts/rules/rule-store.ts'
import {
  claimMessage,
  nextMessage,
  postponeMessage,
  settleMessage,
} from '../../../src/server/alerts/send/message-store.ts'
import type { Database } from '../../../src/server/db/database.ts'
import { emptyDatabase } from '../../helpers/database.ts'

const at = new Date('2026-11-20T13:00:00Z')
const after = (seconds: number) => new Date(at.getTime() + seconds * 1_000)
const server = randomUUID()
let database: Database
beforeEach(async () => {
  database = await emptyDatabase()
})

async function keepEvent(ended_at: Date | null = null, rule: string | null = null) {
  const id = randomUUID()
  await database.query(
    `insert into alert_events (id, rule_id, rule_name, kind, subject, subject_name, title, detail, began_at, ended_at)
     values ($1::uuid, $4, 'R', 'rollout_failed', $1::text, 's', 't', 'd', $2, $3)`,
    [id, at, ended_at, rule],
  )
  return id
}

async function keepMessage(event: string, channel: string, phase: string, due: Date) {
  const id = randomUUID()
  await database.query(
    `insert into alert_channels (id, name, kind, settings, created_at, updated_at)
     values ($1::uuid, $1::text, 'slack', '{}', $2, $2) on conflict (id) do nothing`,
    [channel, at],
  )
  await database.query(
    `insert into alert_messages (id, event_id, channel_id, channel_name, phase, payload, created_at, due_at)
     values ($1, $2, $3, 'c', $4, '{}', $5, $5)`,
    [id, event, channel, phase, due],
  )
  return id
}

it('34: a message that is being sent is not taken again, one that its process lost sight of is', async () => {
  const id = await keepMessage(await keepEvent(), randomUUID(), 'began', at)
  const take = async (atWork: string[]) => (await claimMessage(database, server, at, atWork))?.id
  expect(await take([])).toBe(id)
  expect(await take([id])).toBeUndefined()
  expect(await take([])).toBe(id)
})

it('34: the end of an alert is told to a channel after its beginning, whatever is due first', async () => {
  const [event, channel] = [await keepEvent(), randomUUID()]
  const began = await keepMessage(event, channel, 'began', after(10))
  const ended = await keepMessage(event, channel, 'ended', after(0))
  const taken: (string | undefined)[] = []
  const take = async (seconds: number) => {
    const message = await claimMessage(database, server, after(seconds), [])
    taken.push(message?.id)
    if (message) {
      const end = { at: after(seconds), wasTaken: true, answer: 'ok' }
      await settleMessage(database, message.id, end)
    }
  }
  await take(5)
  await take(10)
  await take(10)
  expect(taken).toEqual([undefined, began, ended])
})

it('34: alerts that last are told apart from those that have ended', async () => {
  const [lasting, over] = [await keepEvent(), await keepEvent(after(1))]
  const ids = async (state?: 'open' | 'ended') =>
    (await readEvents(database, { limit: 10, state })).resources.map(({ id }: AlertEvent) => id)
  expect(await ids('open')).toEqual([lasting])
  expect(await ids('ended')).toEqual([over])
  expect(await ids()).toEqual([over, lasting])
})

it('34: a silence is of its rule and its deployment, where it names them', () => {
  const event = { rule_id: 'rule', deployment_id: 'shop' }
  const by = (rule_id: string | null, deployment_id: string | null) =>
    isSilenced(event, [{ rule_id, deployment_id }])
  expect([by(null, null), by('rule', null), by(null, 'shop'), by('rule', 'shop')]).toEqual([
    true,
    true,
    true,
    true,
  ])
  expect([by('other', 'shop'), by('rule', 'other'), by(null, 'other')]).toEqual([
    false,
    false,
    false,
  ])
})

it('34: a silence lasts until it ends', async () => {
  const silence = { rule_id: null, deployment_id: null, reason: null, created_by: null }
  const id = randomUUID()
  await insertSilence(database, { ...silence, id, created_at: at, until: after(60) })
  const lasting = async (seconds: number) =>
    (await listLasting(database, after(seconds))).map((one) => one.id)
  expect(await lasting(59)).toEqual([id])
  expect(await lasting(60)).toEqual([])
})

it('34: what was said of a message stays: it is settled once, and put off by who sends it alone', async () => {
  const id = await keepMessage(await keepEvent(), randomUUID(), 'began', at)
  const kept = async () =>
    (await database.query('select due_at, answer, claimed_by, was_taken from alert_messages'))[0]
  expect(await nextMessage(database)).toEqual(at)
  await claimMessage(database, server, at, [])
  expect(await nextMessage(database)).toBeNull()
  const again = { dueAt: after(60), answer: 'Busy' }
  await postponeMessage(database, id, randomUUID(), again)
  expect(await kept()).toMatchObject({ due_at: at, answer: null, claimed_by: server })
  await postponeMessage(database, id, server, again)
  expect(await kept()).toMatchObject({ due_at: after(60), answer: 'Busy', claimed_by: null })
  await settleMessage(database, id, { at: after(70), wasTaken: false, answer: 'Gone' })
  await settleMessage(database, id, { at: after(80), wasTaken: true, answer: 'Late' })
  expect(await kept()).toMatchObject({ was_taken: false, answer: 'Gone' })
})

it('34: the end is told to one channel while another one has not heard of the beginning', async () => {
  const [event, slow] = [await keepEvent(), randomUUID()]
  await keepMessage(event, slow, 'began', after(99))
  await keepMessage(event, slow, 'ended', at)
  const ended = await keepMessage(event, randomUUID(), 'ended', at)
  expect((await claimMessage(database, server, at, []))?.id).toBe(ended)
  expect(await claimMessage(database, server, at, [ended])).toBeUndefined()
})

it('34: the events of a rule are its own, and those that last are counted', async () => {
  const [rule, other] = [randomUUID(), randomUUID()]
  for (const id of [rule, other]) {
    await database.query(
      `insert into alert_rules (id, name, kind, channel_ids, is_on, watched_since, created_at, updated_at)
       values ($1::uuid, $1::text, 'rollout_failed', '[]', true, $2, $2, $2)`,
      [id, at],
    )
  }
  const own = await keepEvent(null, rule)
  await keepEvent(after(1), rule)
  await keepEvent(null, other)
  const open = await database.transaction((tx) => lockOpenEventsOfRule(tx, rule))
  expect(open.map(({ id }) => id)).toEqual([own])
  expect((await listRules(database)).map(({ open_events }) => open_events)).toEqual([1, 1])
})

it('34: a silence that is over cannot be ended', async () => {
  const silence = { rule_id: null, deployment_id: null, reason: null, created_by: null }
  const id = randomUUID()
  await insertSilence(database, { ...silence, id, created_at: at, until: after(60) })
  expect(await endSilence(database, id, after(60))).toBe(false)
  expect(await endSilence(database, id, after(30))).toBe(true)
  expect(await endSilence(database, id, after(40))).toBe(false)
})
