import { writeJson } from '../exact-json.ts'

/** What a page says of its visitor: name, mail, plan, and whatever else the agent shall know. */
export type VisitorAttributes = Readonly<Record<string, string | number | bigint | boolean>>

const maxCount = 20
const maxTextLength = 500
/** All of them together, as JSON. */
const maxLength = 4_000

const ofIdentity = ['user_id', 'expires_at', 'attributes', 'signature']

/** What stands in an identity and is none of its parts, in a sentence for the page's developer; null when nothing does. */
export function identityFault(identity: object): string | null {
  const odd = Object.keys(identity).find((name) => !ofIdentity.includes(name))
  if (odd === undefined) return null
  return `“${odd.slice(0, 60)}” is no part of an identity. Sign it within its “attributes”, or hand it over as an attribute.`
}

/** What is wrong with attributes, in a sentence for the page's developer; null when nothing is. */
export function attributesFault(value: unknown): string | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return 'Attributes are an object such as { plan: "gold" }.'
  }
  const entries = Object.entries(value)
  if (entries.length > maxCount) return `Give at most ${maxCount} attributes.`
  for (const [name, one] of entries) {
    if (!/^[a-zA-Z][a-zA-Z0-9_]{0,39}$/.test(name)) {
      return `“${name.slice(0, 60)}” is no name of an attribute: letters, digits and _ only, 40 at most, a letter first.`
    }
    const isPlain = ['string', 'boolean', 'bigint'].includes(typeof one) || Number.isFinite(one)
    if (!isPlain) return `“${name}” must be a text, a number, true or false.`
    if (typeof one === 'string' && one.length > maxTextLength) {
      return `“${name}” is longer than ${maxTextLength} characters.`
    }
  }
  if (writeJson(value).length > maxLength) {
    return `Together the attributes are longer than ${maxLength} characters.`
  }
  return null
}
