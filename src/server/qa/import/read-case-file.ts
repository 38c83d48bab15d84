import type { ImportedCases, ImportFormat } from '../../../contract/qa/suites.ts'
import { readAdk } from './adk/read-adk.ts'
import { readChatJsonl } from './chat/chat-jsonl.ts'
import { finishCases } from './finish-cases.ts'
import { type FoundInFile, nothingFound } from './found.ts'
import { readOwnJsonl } from './json/own-jsonl.ts'
import { readLangsmithCsv } from './langsmith/langsmith-csv.ts'
import { readLangsmithJsonl } from './langsmith/langsmith-jsonl.ts'
import { readLines } from './lines.ts'
import { readPromptfoo } from './promptfoo/read-promptfoo.ts'
import { readCsv } from './table/csv.ts'
import { tellFormat } from './tell-format.ts'

/** The text of a file or of a paste, the file's name, and its format where somebody has said it. */
interface CaseFile {
  text: string
  name?: string
  format?: ImportFormat
}

const readers: Record<ImportFormat, (text: string) => FoundInFile> = {
  lines: readLines,
  csv: (text) => readCsv(text),
  tsv: (text) => readCsv(text, '\t'),
  jsonl: readOwnJsonl,
  chat_jsonl: readChatJsonl,
  langsmith_jsonl: readLangsmithJsonl,
  langsmith_csv: readLangsmithCsv,
  promptfoo: readPromptfoo,
  adk: readAdk,
  adk_older: readAdk,
}

/** Reads cases out of a file. Whatever is wrong with it is a fault at its place; nothing is thrown. */
export function readCaseFile({ text, name, format }: CaseFile): ImportedCases {
  const plain = text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n')
  if (plain.trim() === '') return refused(format, 'There is nothing in it.')
  const told = format ?? tellFormat(plain, name)
  if (told === null) {
    return refused(
      format,
      'This is none of the files that cases can be read from. A table is saved as CSV first.',
    )
  }
  try {
    const found = readers[told](plain)
    const isBare = found.cases.length === 0 && found.faults.length === 0
    return isBare ? refused(told, 'There is no case in it.') : finishCases(told, found)
  } catch (error) {
    // The stack ends where lists stand in lists some thousand deep.
    if (error instanceof RangeError) return refused(told, 'It is nested too deeply to be read.')
    throw error
  }
}

function refused(format: ImportFormat | undefined, message: string): ImportedCases {
  return finishCases(format ?? 'lines', {
    ...nothingFound(),
    faults: [{ line: 1, column: 1, message }],
  })
}
