import fc from 'fast-check'

/** Stands in a text for JSON that no value has, such as a number beyond all ranges. */
const raw = (json: string) => `\u00a7${json}\u00a7`

/** JSON of a value, with what `raw` stands for in its place. */
export function jsonOf(value: unknown): string {
  const text = JSON.stringify(value) ?? 'null'
  return text.replace(/"\u00a7((?:[^"\\\u00a7]|\\.)*)\u00a7"/g, (_all, json: string) =>
    JSON.parse(`"${json}"`),
  )
}

const nested = (levels: number) => raw(`${'['.repeat(levels)}${']'.repeat(levels)}`)

/** Texts that somebody may have forgotten, by what they try. */
const hostileText = fc.constantFrom(
  ...['', ' ', 'null', 'true', '-1', '0', '__proto__', 'constructor', 'toString'],
  // What PostgreSQL, and UTF-8, have no place for.
  ...['\u0000', 'a\u0000b', '\ud800', '\udc00x', '\ufffe', '\u202e'],
  // Ways out of where a text belongs.
  ...['../../../etc/passwd', '..%2f..%2f', '%00', '%', '\r\nX-Injected: 1', "' or 1=1 --"],
  ...['--upload-pack=touch /tmp/x', 'file:///etc/passwd', 'ext::sh -c id', '$(id)', '{{7*7}}'],
  ...['http://169.254.169.254/', 'http://[::1]:1/', 'http://0/', 'javascript:alert(1)', '//a'],
  // Forms that are almost right.
  ...['00000000-0000-4000-8000-000000000000', '00000000-0000-4000-8000-00000000000'],
  ...['2030-13-45T99:99:99Z', '+275760-09-13T00:00:00Z', '0000-01-01', '-infinity', 'P1Y'],
  ...['1e999', 'NaN', '9'.repeat(400), '0x10', '１', '* * * * *', '99 * * * *', '@reboot'],
  ...['x'.repeat(5_000), '💥'.repeat(100), 'a.b[*].c', '[[[[', '{"a":', '(?:a+)+$', '\\'],
)

const hostileNumber = fc.constantFrom<number | string>(
  ...[0, -0, -1, 1.5, 2 ** 31, -(2 ** 31) - 1, 2 ** 53, 1e21, 1e308, 5e-324],
  ...[raw('1e999'), raw('-1e400'), raw('12345678901234567890'), raw('1.0'), raw('1e-400')],
  ...[raw('9223372036854775808'), raw(`1${'0'.repeat(400)}`)],
)

const hostileDepth = fc.constantFrom(nested(60), nested(190), nested(250), nested(20_000))

export const anyText = fc.oneof(
  { weight: 3, arbitrary: hostileText },
  fc.string({ maxLength: 40 }),
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.uuid(),
)

/** Anything that can stand in JSON, and some that cannot (see `jsonOf`). */
export const anyValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 6, arbitrary: anyText },
  { weight: 3, arbitrary: hostileNumber },
  hostileDepth,
  fc.integer(),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
  fc.array(anyText, { maxLength: 3 }),
  fc.constant(Array.from({ length: 3_000 }, (_one, at) => at)),
  fc.dictionary(anyText, anyText, { maxKeys: 3 }),
  fc.jsonValue({ maxDepth: 3 }),
)

/** Bodies that are no JSON, or not all of them. */
export const brokenBody = fc.constantFrom(
  ...['{', '[[[[', '\u0000', '{"a":1}{"b":2}', '"\\ud800"', "{'a':1}", '\ufeff{}', 'nan', '-'],
  ...['{"a":1,"a":2}', '[]', 'null', '0', '"x"', '{"__proto__":{"a":1}}', '['.repeat(100_000)],
)

const names = ['accept', 'content-type', 'content-encoding', 'last-event-id', 'authorization']
const moreNames = ['cookie', 'origin', 'range', 'if-none-match', 'x-forwarded-for', 'traceparent']
const lastNames = ['x-request-id', 'x-auth-scheme', 'prefer', 'sec-fetch-site', 'forwarded']

const headerText = fc.constantFrom(
  ...['', '*/*;q=x', 'text/plain', 'application/x-www-form-urlencoded', 'gzip', 'null', '-1'],
  ...['multipart/form-data', 'multipart/form-data; boundary=x', '1e99', 'Bearer ', 'Basic %%%'],
  ...['bytes=9-1', '00-0-0-0', 'a=b; c', '\u00ff\u00fe', '9'.repeat(300), 'x'.repeat(3_000)],
  ...['for="[::1', 'cross-site', 'text/event-stream', 'application/json; charset=utf-7'],
)

/** Up to two headers that no client of ours sends, or not like this. */
export const oddHeaders: fc.Arbitrary<Record<string, string>> = fc.dictionary(
  fc.constantFrom(...names, ...moreNames, ...lastNames),
  headerText,
  { maxKeys: 2 },
)
