import { describe, expect, it } from 'vitest'
import { readErrorBody } from './error-body.ts'

const textOf = (body: unknown, type?: string) =>
  readErrorBody(typeof body === 'string' ? body : JSON.stringify(body), type).text

describe('words of a refusal', () => {
  it.each([
    ['a sentence in detail', { detail: 'No such deployment.' }, 'No such deployment.'],
    ['message', { message: 'Quota used up' }, 'Quota used up'],
    ['error as text', { error: 'nope' }, 'nope'],
    ['error with a message', { error: { message: 'nope' } }, 'nope'],
    ['an error event', { error: 'TypeError', message: 'boom' }, 'boom'],
    ['a bare JSON string', '"Run not found"', 'Run not found'],
    ['plain text', 'Malformed JSON in request body', 'Malformed JSON in request body'],
    ['plain text with a stack', 'TypeError: boom\n    at run (/srv/a.js:1:2)', 'TypeError: boom'],
    ['several lines in detail', { detail: 'One.\n\n  Two.' }, 'One. Two.'],
  ])('come from %s', (_what, body, text) => {
    expect(textOf(body)).toBe(text)
  })

  it.each([
    ['nothing', ''],
    ['markup', '<!doctype html><title>502</title>'],
    ['an object without words', '{"code":7}'],
    ['JSON that breaks off', '{"detail":"half'],
    ['a number', '42'],
    ['null', 'null'],
    ['an empty string', '""'],
  ])('are null for %s', (_what, body) => {
    expect(readErrorBody(body)).toEqual({ fieldErrors: [], text: null, code: null })
  })

  it('are shortened', () => {
    expect(textOf({ detail: 'a'.repeat(10_000) })?.length).toBeLessThan(600)
    expect(textOf('b'.repeat(10_000))?.length).toBeLessThan(600)
  })

  it('come from the data of an event stream', () => {
    const body =
      ': hi\r\nevent: error\r\ndata: {"error":"Error",\r\ndata: "message":"boom"}\r\n\r\n'
    expect(textOf(body, 'text/event-stream')).toBe('boom')
  })
})

it('a code is read as it is sent', () => {
  expect(readErrorBody('{"detail":"Busy.","code":"thread_busy"}').code).toBe('thread_busy')
})

describe('field errors', () => {
  it('§2.2 come from detail', () => {
    const detail = [
      {
        loc: ['body', 'secrets', 0, 'name'],
        msg: 'Use letters.',
        type: 'value_error',
        ctx: { place: 1 },
      },
      { loc: ['path', 'provider_id'], msg: 'Too long.', type: 'string_too_long' },
    ]
    expect(readErrorBody(JSON.stringify({ detail }))).toEqual({
      fieldErrors: detail,
      text: 'secrets.0.name: Use letters.; provider_id: Too long.',
      code: null,
    })
  })

  it('come from the issues of a JavaScript agent server, each once', () => {
    const required = { code: 'invalid_type', path: ['assistant_id'], message: 'Required' }
    const union = { code: 'invalid_union', path: ['assistant_id'], message: 'Invalid input' }
    const body = {
      success: false,
      error: {
        issues: [
          { ...union, unionErrors: [{ issues: [required] }, { issues: [required] }] },
          { code: 'custom', path: [], message: 'Not now' },
        ],
      },
    }
    expect(readErrorBody(JSON.stringify(body))).toEqual({
      fieldErrors: [
        { loc: ['assistant_id'], msg: 'Required', type: 'invalid_type' },
        { loc: [], msg: 'Not now', type: 'custom' },
      ],
      text: 'assistant_id: Required; Not now',
      code: null,
    })
  })

  it('survive faults of another form', () => {
    const body = { detail: [null, 'text', { msg: 7 }, { msg: 'Wrong', loc: 'body' }] }
    expect(readErrorBody(JSON.stringify(body)).fieldErrors).toEqual([
      { loc: [], msg: 'Wrong', type: 'value_error' },
    ])
  })
})
