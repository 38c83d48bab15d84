import ignore from 'ignore'

/** A file of a folder that was chosen; its path is from that folder on. */
export interface ChosenFile {
  path: string
  file: File
}

/** What of a folder is sent. */
export interface ChosenSource {
  files: ChosenFile[]
  bytes: number
  leftOut: number
  /** Where each langgraph.json of it is, those nearest to its root first. */
  configPaths: string[]
  /** The variables of its `.env`, which is never sent. */
  env: File | null
}

/** Folders and files that no build needs, by their names, as the published command line leaves them out. */
const neverSent = [
  '.git',
  'node_modules',
  '.venv',
  'venv',
  '__pycache__',
  '.tox',
  '.mypy_cache',
  '.DS_Store',
]

/** True for a name whose file or folder is left out wherever it is. */
function isNeverSent(name: string): boolean {
  return neverSent.includes(name)
}

/** Holds values of this machine; what shows how to write one does not. */
function isEnvFile(name: string): boolean {
  return /^\.env(\..+)?$/.test(name) && !/\.(example|sample|template)$/.test(name)
}

/** What of a folder's files is sent: without what nobody needs, variables, and what its ignore files name. */
export async function chosenSource(all: readonly ChosenFile[]): Promise<ChosenSource> {
  const rules = ignore()
  for (const name of ['.gitignore', '.dockerignore']) {
    const found = all.find(({ path }) => path === name)
    if (found) rules.add(await found.file.text())
  }
  const isSent = ({ path }: ChosenFile) => {
    const names = path.split('/')
    return !names.some(isNeverSent) && !isEnvFile(names.at(-1) ?? '') && !rules.ignores(path)
  }
  const files = all.filter(isSent)
  const depth = (path: string) => path.split('/').length
  return {
    files,
    bytes: files.reduce((sum, { file }) => sum + file.size, 0),
    leftOut: all.length - files.length,
    configPaths: files
      .map(({ path }) => path)
      .filter((path) => /(^|\/)langgraph\.json$/.test(path))
      .sort((a, b) => depth(a) - depth(b) || (a < b ? -1 : 1)),
    env: all.find(({ path }) => path === '.env')?.file ?? null,
  }
}

/** The files of a folder that an input has, without the folder's own name before them. */
export function filesOfInput(list: Iterable<File>): ChosenFile[] {
  return [...list].map((file) => ({
    path: file.webkitRelativePath.replace(/^[^/]*\//, '') || file.name,
    file,
  }))
}

/** The files of a folder that was dropped, without those that are never sent. */
export async function filesOfFolder(
  folder: FileSystemDirectoryEntry,
  before = '',
): Promise<ChosenFile[]> {
  const files: ChosenFile[] = []
  for (const entry of await entriesOf(folder)) {
    if (isNeverSent(entry.name)) continue
    const path = `${before}${entry.name}`
    if (isFolder(entry)) files.push(...(await filesOfFolder(entry, `${path}/`)))
    else files.push({ path, file: await fileOf(entry as FileSystemFileEntry) })
  }
  return files
}

export function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory
}

/** A reader gives them in parts, and none at the end. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader()
  const entries: FileSystemEntry[] = []
  for (;;) {
    const part = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    )
    if (part.length === 0) return entries
    entries.push(...part)
  }
}

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject))
}
