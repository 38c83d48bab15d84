/** How it begins: an object with a name, a list of objects or texts. */
const isJson = /^\s*(\{\s*"|\[\s*[{"])/

/** A line that is drawn as a rule across, or makes the one before it a heading. */
const rules = /^ {0,3}(([-*_])[ \t]*(\2[ \t]*){2,}|=+[ \t]*)$/gm

/** Markdown as one line of plain text, for a preview: no marks, no line breaks; JSON as its names and values. */
export function plainLine(markdown: string): string {
  const code = /^\s*```\w*[ \t]*\n([^`]*)(?:```)?\s*$/.exec(markdown)?.[1]
  if (isJson.test(code ?? markdown)) return jsonLine(code ?? markdown)
  return markdown
    .replace(rules, '')
    .replace(/^\s*(```.*|#{1,6}\s+|>\s?|[-*+]\s+(?=\S)|\d+[.)]\s+(?=\S))/gm, '')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/(\*\*|__|~~|`+)(?=\S)([\s\S]*?\S)\1/g, '$2')
    .replace(/(?<!\w)\*(?=\S)([^*\n]*\S)\*(?!\w)/g, '$1')
    .replace(/\*\*|`/g, '')
    .replace(/\s+/g, ' ')
    .trim()
}

/** Also of JSON that is cut off: `{"event":"order.created","id":4411}` is “event: order.created, id: 4411”. */
function jsonLine(json: string): string {
  return json
    .replace(/"((?:[^"\\]|\\.)*)"?(\s*:)?/g, (_all, text: string, colon?: string) =>
      colon ? `${unescaped(text)}: ` : unescaped(text),
    )
    .replace(/[{}[\]]+/g, ' ')
    .replace(/\s*,\s*/g, ', ')
    .replace(/(\s|,)+$/, '')
    .replace(/\s+/g, ' ')
    .trim()
}

function unescaped(text: string): string {
  return text.replace(/\\([nrt])/g, ' ').replace(/\\(["\\/])/g, '$1')
}
