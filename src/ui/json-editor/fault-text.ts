/** What the validator says against a value, in words for whoever has written it; what has no words here stays as it is. */
export function faultText(message: string): string {
  for (const [form, words] of forms) {
    const found = form.exec(message)
    if (found) return words(found[1] ?? '')
  }
  return message
}

const forms: readonly (readonly [RegExp, (told: string) => string])[] = [
  [/^Instance type .* Expected (".*")\.$/s, (kinds) => `${kindWords(kinds)} is wanted here.`],
  [/^Instance does not have required property "(.*)"\.$/s, (name) => `“${name}” is missing.`],
  [/^Instance does not match any of (\[.*\])\.$/s, (list) => only(JSON.parse(list))],
  [
    /^Instance does not match ([^a-z].*|true|false|null)\.$/s,
    (value) => `Only ${value} can stand here.`,
  ],
  [
    /^Instance does not match any subschemas\.$/,
    () => 'This is of none of the kinds that can stand here.',
  ],
  [
    /^Instance does not match exactly one/,
    () => 'This is of several kinds of which only one can stand here.',
  ],
  [/^Instance matched "not" schema\.$/, () => 'This is what cannot stand here.'],
  [/^False boolean schema\.$/, () => 'This may not be here.'],
  [
    /^String is too short \(\d+ < (\d+)\)\.$/,
    (least) => `At least ${counted(least, 'character')}.`,
  ],
  [/^String is too long \(\d+ > (\d+)\)\.$/, (most) => `At most ${counted(most, 'character')}.`],
  [/^Array has too few items \(\d+ < (\d+)\)\.$/, (least) => `At least ${counted(least, 'item')}.`],
  [/^Array has too many items \(\d+ > (\d+)\)\.$/, (most) => `At most ${counted(most, 'item')}.`],
  [
    /^Duplicate items at indexes \d+ and (\d+)\.$/,
    (at) => `Item ${Number(at) + 1} is there twice.`,
  ],
  [/^String does not match format "(.*)"\.$/, (format) => `This is no “${format}”.`],
  [/^String does not match pattern\.$/, () => 'This is not in the form that is wanted here.'],
]

const only = (values: readonly unknown[]) =>
  `Only ${values.map((value) => JSON.stringify(value)).join(' or ')} can stand here.`

const counted = (count: string, one: string) => `${count} ${one}${count === '1' ? '' : 's'}`

const kinds: Readonly<Record<string, string>> = {
  number: 'a number',
  integer: 'a whole number',
  string: 'a text',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'null',
}

/** `"string", "null"` is “A text or null”. */
function kindWords(quoted: string): string {
  const words = quoted
    .split(', ')
    .map((kind) => kinds[kind.replaceAll('"', '')] ?? kind)
    .join(' or ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
