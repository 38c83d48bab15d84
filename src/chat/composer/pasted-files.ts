/** What a paste holds, or a drop: its files, and its text, empty where there is none. */
export interface Transferred {
  readonly files: readonly File[]
  readonly text: string
}

interface Pasted {
  /** There is a text, which is to be pasted as well. */
  isText: boolean
  /** What was copied as files. */
  files: File[]
  /** A picture of the text that is pasted, as spreadsheets and word processors copy one along. */
  pictures: File[]
}

export function transferredOf(data: DataTransfer): Transferred {
  return { files: [...data.files], text: data.getData('text/plain') }
}

/** Tells the files of a paste from pictures of its text. File managers copy names along: those are no text of anybody's. */
export function pastedFiles({ files, text }: Transferred): Pasted {
  const lines = text.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '')
  const names = files.map(({ name }) => name)
  const isText = lines.some((line) => !names.some((name) => line.endsWith(name)))
  const isPicture = (file: File) => isText && file.type.startsWith('image/')
  return {
    isText,
    files: files.filter((file) => !isPicture(file)),
    pictures: files.filter(isPicture),
  }
}
