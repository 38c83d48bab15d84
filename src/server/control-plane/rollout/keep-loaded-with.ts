import path from 'node:path'
import type { Database } from '../../db/database.ts'
import type { Build } from '../revisions/build-store.ts'
import { type LoadedWith, recordLoadedWith } from '../revisions/package-store.ts'
import type { BuildFolders } from './build/build-folders.ts'
import { findNode, ownNode } from './build/find-node.ts'
import { nodePackages, pythonPackages, pythonVersion } from './build/installed-packages.ts'
import { foldersWithin } from './build/package-folders.ts'
import { moduleFiles } from './read-config.ts'

interface KeepTools {
  database: Database
  builds: BuildFolders
  report: (error: Error) => void
}

/** Keeps what a built revision was loaded with. No rollout fails for want of that: an error is reported. */
export async function keepLoadedWith(
  { database, builds, report }: KeepTools,
  revisionId: string,
  build: Build,
  signal: AbortSignal,
): Promise<void> {
  try {
    await recordLoadedWith(database, revisionId, await loadedWith(builds, build, signal))
  } catch (error) {
    report(error as Error)
  }
}

async function loadedWith(
  builds: BuildFolders,
  build: Build,
  signal: AbortSignal,
): Promise<LoadedWith> {
  const { root, configFolder } = builds.placeOf(build)
  if (build.language === 'python') {
    const version = await pythonVersion(root)
    return {
      runtime: version === null ? null : { name: 'python', version },
      packages: await pythonPackages(root),
    }
  }
  const { node_major: major } = build
  const node = major === undefined ? ownNode : await findNode(major, signal)
  const folders = moduleFiles({ ...build, folder: configFolder }).map((file) => path.dirname(file))
  const around = [...folders, configFolder].flatMap((folder) => foldersWithin(root, folder))
  return {
    runtime: node && { name: 'node', version: node.version },
    packages: await nodePackages(root, [...new Set(around)]),
  }
}
