/** Tells a client which of its fields this server does not know, and passed over. */
export const ignoredFieldsHeader = 'Quarterdeck-Ignored-Fields'

/** Proxies cut answers off whose headers are long. */
const maxNames = 20
const maxNameLength = 100

/**
 * The header's value: each name once, the parts of a nested one joined by dots, without places in lists and
 * never with a value. At most 20 names, then `+` and how many more; each percent-encoded, cut at 100 characters.
 */
export function ignoredFieldsText(fields: readonly (readonly (string | number)[])[]): string {
  const names = new Set(fields.map(nameOf))
  const told = [...names].slice(0, maxNames)
  const more = names.size - told.length
  return [...told, ...(more > 0 ? [`+${more}`] : [])].join(', ')
}

function nameOf(field: readonly (string | number)[]): string {
  const parts = field.filter((part) => typeof part === 'string')
  const encoded = [...parts.join('.').replace(/\p{Surrogate}/gu, '\ufffd')].map(encodeURIComponent)
  let name = ''
  for (const part of encoded) {
    if (name.length + part.length > maxNameLength) break
    name += part
  }
  return name
}
