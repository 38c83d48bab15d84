/** Markdown as one line of plain text, for a preview: no marks, no line breaks. */
export function plainLine(markdown: string): string {
  return markdown
    .replace(/^\s*(```.*|#{1,6}\s+|>\s?|[-*+]\s+(?=\S)|\d+[.)]\s+(?=\S))/gm, '')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/(\*\*|__|~~|`+)(?=\S)([\s\S]*?\S)\1/g, '$2')
    .replace(/(?<!\w)\*(?=\S)([^*\n]*\S)\*(?!\w)/g, '$1')
    .replace(/\*\*|`/g, '')
    .replace(/\s+/g, ' ')
    .trim()
}
