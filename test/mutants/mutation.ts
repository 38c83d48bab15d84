/** One change of one file that breaks a rule, if there is a rule in that place. */
export interface Mutation {
  /** From the repository's root. */
  file: string
  /** The number of the first line that it changes, from 1. */
  line: number
  /** The changed lines before and after, without the space around them. */
  from: string
  to: string
  /** The whole file with the change. */
  text: string
}

/** Replaces `start` to `end` of a file's text. */
export function mutation(
  file: string,
  source: string,
  { start, end, text }: { start: number; end: number; text: string },
): Mutation {
  const lineStart = source.lastIndexOf('\n', start - 1) + 1
  const nextBreak = source.indexOf('\n', end)
  const lineEnd = nextBreak < 0 ? source.length : nextBreak
  return {
    file,
    line: source.slice(0, start).split('\n').length,
    from: inOneLine(source.slice(lineStart, lineEnd)),
    to: inOneLine(source.slice(lineStart, start) + text + source.slice(end, lineEnd)),
    text: source.slice(0, start) + text + source.slice(end),
  }
}

function inOneLine(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ')
}
