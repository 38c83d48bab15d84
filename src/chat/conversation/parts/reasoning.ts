type Part = { thinking?: unknown; reasoning?: unknown }

/** What a model thought before it answered, of all parts of a content. */
export function reasoningOf(content: unknown): string {
  return Array.isArray(content) ? content.map(reasoningOfPart).join('') : ''
}

export function reasoningOfPart(part: unknown): string {
  const { thinking, reasoning } = (part ?? {}) as Part
  if (typeof thinking === 'string') return thinking
  return typeof reasoning === 'string' ? reasoning : ''
}
