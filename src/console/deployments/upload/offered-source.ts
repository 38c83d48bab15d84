import { secretNameProblem } from '../../../contract/control-plane/deployments.ts'
import { parseDotenv } from '../form/dotenv.ts'
import {
  type ChosenSource,
  chosenSource,
  filesOfFolder,
  filesOfInput,
  isFolder,
} from './chosen-source.ts'

/** What was chosen to be uploaded: a folder, which is packed here, or an archive. */
export type OfferedSource =
  | { kind: 'archive'; name: string; archive: File }
  | {
      kind: 'folder'
      name: string
      source: ChosenSource
      /** Of its `.env`, those that can be secrets. */
      variables: { name: string; value: string }[]
    }

/** The files of an input for folders. */
export function offeredFolder(list: readonly File[]): Promise<OfferedSource> {
  const name = list[0]?.webkitRelativePath.split('/')[0] ?? ''
  return folderOf(name, filesOfInput(list))
}

/** One file. Throws a sentence where it is no archive. */
export function offeredArchive(archive: File): OfferedSource {
  if (!/\.(tar\.gz|tgz)$/i.test(archive.name)) {
    throw new Error(`“${archive.name}” is no .tar.gz archive. Choose one, or the folder itself.`)
  }
  return { kind: 'archive', name: archive.name, archive }
}

/** What was dropped. Throws a sentence where it is neither one folder nor one archive. */
export async function offeredDrop(items: DataTransferItemList): Promise<OfferedSource> {
  // Whatever is read later is not there any more.
  const dropped = [...items].map((item) => ({
    entry: item.webkitGetAsEntry(),
    file: item.getAsFile(),
  }))
  const [one, ...others] = dropped
  if (!one || others.length > 0) throw new Error('Drop one folder, or one archive.')
  if (one.entry && isFolder(one.entry)) {
    return folderOf(one.entry.name, await filesOfFolder(one.entry))
  }
  if (!one.file) throw new Error('Drop a folder or a .tar.gz archive.')
  return offeredArchive(one.file)
}

async function folderOf(
  name: string,
  files: Parameters<typeof chosenSource>[0],
): Promise<OfferedSource> {
  const source = await chosenSource(files)
  if (source.files.length === 0) throw new Error(`There is nothing to send in “${name}”.`)
  if (source.configPaths.length === 0) {
    throw new Error(
      `There is no langgraph.json in “${name}”, which says what its graphs are. Choose the folder that holds it.`,
    )
  }
  const { entries } = parseDotenv((await source.env?.text()) ?? '')
  const variables = entries.filter((entry) => entry.value !== '' && !secretNameProblem(entry.name))
  return { kind: 'folder', name, source, variables }
}
