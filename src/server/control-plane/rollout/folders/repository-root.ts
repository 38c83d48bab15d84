import path from 'node:path'
import { exists } from '../exists.ts'

/** The folder of the repository that a folder is in, or the folder itself where it is in none. Absolute. */
export async function repositoryRoot(folder: string): Promise<string> {
  for (const place of foldersAbove(folder)) {
    if (await exists(path.join(place, '.git'))) return place
  }
  return folder
}

/** The folder and those around it, from the inside out. */
export function foldersAbove(folder: string): string[] {
  const around = path.dirname(folder)
  return around === folder ? [folder] : [folder, ...foldersAbove(around)]
}
