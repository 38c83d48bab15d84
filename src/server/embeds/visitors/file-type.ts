import { fileTypeFromBuffer } from 'file-type'

/** Types whose files look like text: what they are, only their sender knows. */
const isTextual = (mime: string) =>
  mime.startsWith('text/') || /^application\/(json|xml|x-yaml|yaml|[\w.-]+\+(json|xml))$/.test(mime)

/** Old office files are all of one container. */
const compound = ['application/msword', 'application/vnd.ms-excel', 'application/vnd.ms-powerpoint']

/**
 * What a file is by its bytes; what its sender says counts only where the bytes leave it open: which kind of text,
 * sound or picture in a container of both, which of the old office programs. Null for bytes that nobody knows.
 */
export async function typeOfFile(bytes: Uint8Array, told: string | null): Promise<string | null> {
  const found = (await fileTypeFromBuffer(bytes))?.mime
  if (found === undefined) {
    const isUntold = told === null || told === 'application/octet-stream'
    if (!isText(bytes) || !(isUntold || isTextual(told))) return null
    return isUntold ? 'text/plain' : told
  }
  if (told === null || told === found) return found
  if (found === 'application/x-cfb' && compound.includes(told)) return told
  const isSameContainer = told === found.replace(/^video\//, 'audio/')
  return isSameContainer ? told : found
}

/** True for UTF-8 without the control characters that no text holds. */
function isText(bytes: Uint8Array): boolean {
  try {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
    return !/[\0-\x08\x0e-\x1f]/.test(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return false
  }
}
