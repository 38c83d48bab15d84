interface Pasted {
  /** There is a text, which is to be pasted as well. */
  isText: boolean
  /** What was copied as files. */
  files: File[]
  /** A picture of the text that is pasted, as spreadsheets and word processors copy one along. */
  pictures: File[]
}

/** Tells the files of a paste from pictures of its text. File managers copy names along: those are no text of anybody's. */
export function pastedFiles(data: DataTransfer): Pasted {
  const files = [...data.files]
  const lines = data
    .getData('text/plain')
    .split(/\r\n|\r|\n/)
    .filter((line) => line.trim() !== '')
  const names = files.map(({ name }) => name)
  const isText = lines.some((line) => !names.some((name) => line.endsWith(name)))
  const isPicture = (file: File) => isText && file.type.startsWith('image/')
  return {
    isText,
    files: files.filter((file) => !isPicture(file)),
    pictures: files.filter(isPicture),
  }
}
