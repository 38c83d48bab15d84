import path from 'node:path'

const commandLine = path.resolve(import.meta.dirname, '../../cli/quarterdeck.mjs')

/** What the terminal says of a server that belongs to whoever started it. @param isShown its address that signs in was printed */
export function howToSignIn(isShown: boolean, dataDir: string): string {
  const command = `node ${commandLine} open --data ${dataDir}`
  return isShown
    ? `That address signs in one browser. For another: ${command}`
    : `It asks who you are. An address that signs you in: ${command}`
}
