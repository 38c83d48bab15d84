/** `refund channel:web plan:"pro plus"` to its words, and what the metadata is to hold. */
export function readTyped(text: string): { words: string; metadata: Record<string, string> } {
  const metadata: Record<string, string> = {}
  // An address is no pair, and neither is a time.
  const pair = /(?<=^|\s)([A-Za-z_][\w.-]*):(?!\/\/)(?:"([^"]*)"|(\S+))(?=\s|$)/g
  const words = text.replaceAll(pair, (_all, key: string, quoted?: string, plain?: string) => {
    metadata[key] = quoted ?? plain ?? ''
    return ''
  })
  return { words: words.replaceAll(/\s+/g, ' ').trim(), metadata }
}
