const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** A text without what neither XML nor a page may hold: control characters, halves of pairs. Each reads `�`. */
export function cleanText(text: string): string {
  return text.replace(
    /[^\t\n\r\u0020-\u007e\u00a0-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu,
    '\u{fffd}',
  )
}

/** A text as it stands between tags, and in an attribute, of HTML and of XML. */
export function markupText(text: string): string {
  return cleanText(text).replace(/[&<>"']/g, (character) => entities[character] ?? '')
}
