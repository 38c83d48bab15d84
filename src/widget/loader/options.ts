import { attributesFault, identityFault } from '../../contract/embeds/visitor-attributes.ts'
import type { WidgetAttributes, WidgetIdentity, WidgetOptions } from '../package/types.ts'

const placements: readonly string[] = ['right', 'left', 'inline', 'page']
const themes: readonly string[] = ['auto', 'light', 'dark']

/** Throws an Error with a sentence for the page's developer where an option cannot be used. */
export function checkOptions(options: WidgetOptions): WidgetOptions {
  const { embed, server, placement, theme, identity, attributes } = options
  if (typeof embed !== 'string' || !/^emb_[\w-]+$/.test(embed)) {
    throw new Error('Quarterdeck: give the key of an embed, for example data-embed="emb_…".')
  }
  if (server !== undefined && !/^https?:\/\//.test(server)) {
    throw new Error('Quarterdeck: “server” must be an address that begins with https://.')
  }
  if (placement !== undefined && !placements.includes(placement)) {
    throw new Error(`Quarterdeck: “placement” is one of ${placements.join(', ')}.`)
  }
  if (theme !== undefined && !themes.includes(theme)) {
    throw new Error(`Quarterdeck: “theme” is one of ${themes.join(', ')}.`)
  }
  if (identity) checkIdentity(identity)
  if (attributes !== undefined) checkAttributes(attributes)
  return options
}

/** Throws an Error with a sentence for the page's developer. */
export function checkIdentity(identity: WidgetIdentity): WidgetIdentity {
  const { attributes } = identity
  if (attributes !== undefined && typeof attributes !== 'string') {
    throw new Error('Quarterdeck: attributes of an identity are the JSON text that was signed.')
  }
  const fault = identityFault(identity)
  if (fault !== null) throw new Error(`Quarterdeck: ${fault}`)
  return identity
}

/** Throws an Error with a sentence for the page's developer. */
export function checkAttributes(attributes: WidgetAttributes): WidgetAttributes {
  const fault = attributesFault(attributes)
  if (fault !== null) throw new Error(`Quarterdeck: ${fault}`)
  return attributes
}

/** The attributes of a tag, written as JSON. */
export function attributesIn(text: string | undefined): WidgetAttributes | undefined {
  if (text === undefined) return undefined
  try {
    return JSON.parse(text) as WidgetAttributes
  } catch {
    throw new Error('Quarterdeck: “attributes” is JSON, for example {"plan": "gold"}.')
  }
}
