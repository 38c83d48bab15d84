const fenced = /(^ {0,3}(?:```|~~~)[\s\S]*?^ {0,3}(?:```|~~~)[^\n]*$)/m

/** Text that people wrote line by line, as markdown that keeps its lines. Code between fences stays as it is. */
export function withLineBreaks(text: string): string {
  return text
    .replace(/\r\n|\r/g, '\n')
    .split(fenced)
    .map((part, index) => (index % 2 === 1 ? part : part.replace(/(?<=\S) *\n(?=[^\n])/g, '  \n')))
    .join('')
}
