import { describe, expect, it } from 'vitest'
import { FeedbackUrls, RunErrorData, RunMetadataData, splitEventName } from './run-events.ts'

it.each([
  ['values', 'values', []],
  ['messages|writer:1|draft:2', 'messages', ['writer:1', 'draft:2']],
  ['messages/partial', 'messages/partial', []],
  ['', '', []],
])('the event “%s” is of kind “%s” in %j', (event, kind, namespace) => {
  expect(splitEventName(event)).toEqual({ kind, namespace })
})

describe('§6 data', () => {
  it('of the feedback event is a map from keys to addresses', () => {
    const urls = { user_liked: 'http://t/1', user_disliked: 'http://t/2' }
    expect(FeedbackUrls.parse(urls)).toEqual(urls)
    expect(FeedbackUrls.safeParse({ user_liked: null }).success).toBe(false)
    expect(FeedbackUrls.safeParse([]).success).toBe(false)
  })

  it('of metadata needs the run, of an error nothing', () => {
    expect(RunMetadataData.safeParse({ attempt: 1 }).success).toBe(false)
    expect(RunMetadataData.parse({ run_id: 'r', extra: 1 })).toEqual({ run_id: 'r', extra: 1 })
    expect(RunErrorData.parse({})).toEqual({})
    expect(RunErrorData.safeParse('Run not found').success).toBe(false)
  })
})
