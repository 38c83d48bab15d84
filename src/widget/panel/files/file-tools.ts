import { createContext, useContext } from 'react'
import type { EmbedConfig } from '../../../contract/embeds/visitors.ts'
import type { Texts } from '../texts/en.ts'
import type { KeptFiles } from './kept-files.ts'

/** What showing files takes; of the open conversation. */
export interface FileTools {
  files: KeptFiles
  thread_id: string | null
  config: EmbedConfig
  texts: Texts
}

export const FilesContext = createContext<FileTools | null>(null)

export function useFileTools(): FileTools {
  const tools = useContext(FilesContext)
  if (!tools) throw new Error('Files are shown within a conversation.')
  return tools
}
