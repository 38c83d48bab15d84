import { expect, it } from 'vitest'
import { channelValues, heldAt as heldAtChannel } from './channel-values.ts'
import { figuresOf, heldAt, ruleValues } from './rule-values.ts'

it('33: faults are told at the fields that the chosen kind shows alone', () => {
  const rule = ruleValues(undefined)
  expect(Object.keys(heldAt(rule))).toEqual(['name', 'channel_ids', 'deployment_ids'])
  const slow = { ...rule, kind: 'latency', ...figuresOf('latency') } as const
  expect(heldAt(slow)).toMatchObject({ threshold: slow.threshold, window_minutes: slow.window })
  const channel = channelValues(undefined)
  expect(Object.keys(heldAtChannel(channel))).toEqual(['name', 'url', 'signing_secret'])
  expect(Object.keys(heldAtChannel({ ...channel, kind: 'slack' }))).toEqual(['name', 'url'])
  expect(heldAtChannel({ ...channel, kind: 'email' })).not.toHaveProperty('url')
})
