import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { foldersAbove, repositoryRoot } from './repository-root.ts'

/** What installers of packages write last, or whenever something is added. */
const written = [
  path.join('node_modules', '.package-lock.json'),
  path.join('node_modules', '.modules.yaml'),
  path.join('node_modules', '.yarn-state.yml'),
  path.join('.venv', 'pyvenv.cfg'),
  path.join('venv', 'pyvenv.cfg'),
]

/** A text that changes when what is installed for a project does: in its folder, or around that in its repository. */
export async function packagesStamp(folder: string): Promise<string> {
  const around = foldersAbove(folder)
  const own = around.slice(0, around.indexOf(await repositoryRoot(folder)) + 1)
  const sites = await Promise.all(
    own.flatMap((place) => [sitesOf(place, '.venv'), sitesOf(place, 'venv')]),
  )
  const places = own.flatMap((place) => written.map((name) => path.join(place, name)))
  const times = [...places, ...sites.flat()].map((place) =>
    stat(place).then(
      ({ mtimeMs }) => [`${place} ${mtimeMs}`],
      () => [],
    ),
  )
  return (await Promise.all(times)).flat().join('\n')
}

async function sitesOf(folder: string, environment: string): Promise<string[]> {
  const libraries = path.join(folder, environment, 'lib')
  const names = await readdir(libraries).catch(() => [])
  return names.map((name) => path.join(libraries, name, 'site-packages'))
}
