import { open, readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import type { runCommand } from '../../commands/run-command.ts'

/** Runs git in a checkout; answers how it ended. */
type Git = (...args: string[]) => ReturnType<typeof runCommand>

/** How a kind of file begins that stands for another one, and what is said of those. */
interface StandIn {
  /** A text that `git grep` finds, and all that the file may begin with. */
  mark: string
  beginnings: readonly string[]
  /** Pointers are short; null where it is no pointer. */
  longest: number | null
  said: string
}

const standIns: readonly StandIn[] = [
  {
    mark: '://git-lfs.github.com/spec/v',
    beginnings: ['version https://git-lfs.github.com/spec/v', 'version http://git-media.io/v/2'],
    longest: 1024,
    said: 'Git LFS keeps these files elsewhere, and only its pointers to them are here',
  },
  {
    mark: '/annex/objects/',
    beginnings: ['/annex/objects/'],
    longest: 32_768,
    said: 'git-annex keeps these files elsewhere, and only its pointers to them are here',
  },
  {
    mark: 'GITCRYPT',
    beginnings: ['\0GITCRYPT\0'],
    longest: null,
    said: 'git-crypt has encrypted these files, and they are here as it wrote them',
  },
]

const shownAtMost = 20
/** So much is read of what git lists. */
export const listedCharacters = 16_000_000

/**
 * What a checkout does not hold though its repository names it: submodules, files of which there are only pointers
 * or what another program must read first, and links that lead to nothing. Answers a sentence for each kind, with
 * the files; none where everything is here.
 */
export async function filesNotHere(git: Git, folder: string): Promise<string[]> {
  const listed = await git('ls-files', '--stage', '-z')
  const entries = listed.stdout.split('\0').flatMap((line) => {
    const [, mode, name] = /^(\d{6}) [0-9a-f]+ \d\t(.*)$/s.exec(line) ?? []
    return mode && name ? [{ mode, name }] : []
  })
  const namesOf = (mode: string) =>
    entries.filter((entry) => entry.mode === mode).map((entry) => entry.name)
  const submodules = await those(namesOf('160000'), (name) => isEmptyFolder(folder, name))
  const files = namesOf('100644').concat(namesOf('100755'))
  const said = [
    sentence('The repository has submodules. They are not fetched, their folders are empty', {
      names: submodules,
      advice: 'Keep what the project needs of them in the repository itself.',
    }),
  ]
  for (const standIn of standIns) {
    said.push(
      sentence(standIn.said, {
        names: await standInsOf(git, folder, standIn),
        advice:
          'This server does not fetch or read them: keep what the project needs in git itself, or let the build command get it.',
      }),
    )
  }
  said.push(
    sentence('DVC keeps these files elsewhere, and only its descriptions of them are here', {
      names: (await those(files, (name) => isBareDvc(folder, name))).map((name) =>
        name.slice(0, -dvcEnding.length),
      ),
      advice:
        'This server does not fetch them: keep what the project needs in git itself, or let the build command get it.',
    }),
    sentence('These links lead to nothing in the checkout', {
      names: await those(namesOf('120000'), (name) => isMissing(path.join(folder, name))),
      advice: 'What they lead to is not in the repository, unless the build makes it.',
    }),
  )
  return said.filter((line) => line !== null)
}

async function standInsOf(git: Git, folder: string, standIn: StandIn): Promise<string[]> {
  const found = await git('grep', '-z', '-l', '-a', '-F', '-e', standIn.mark)
  const names = found.stdout.split('\0').filter(Boolean)
  return those(names, (name) => begins(path.join(folder, name), standIn))
}

/** Of the repository's own files alone: git has made sure that they are within it. */
async function begins(file: string, { beginnings, longest }: StandIn): Promise<boolean> {
  const handle = await open(file, 'r').catch(() => null)
  if (!handle) return false
  try {
    if (longest !== null && (await handle.stat()).size > longest) return false
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(64), 0, 64, 0)
    const text = buffer.toString('latin1', 0, bytesRead)
    return beginnings.some((beginning) => text.startsWith(beginning))
  } finally {
    await handle.close()
  }
}

const dvcEnding = '.dvc'

async function isBareDvc(folder: string, name: string): Promise<boolean> {
  const base = path.basename(name)
  if (!base.endsWith(dvcEnding) || base === dvcEnding) return false
  return isMissing(path.join(folder, name.slice(0, -dvcEnding.length)))
}

async function isEmptyFolder(folder: string, name: string): Promise<boolean> {
  return (await readdir(path.join(folder, name)).catch(() => [])).length === 0
}

function isMissing(file: string): Promise<boolean> {
  return stat(file).then(
    () => false,
    () => true,
  )
}

async function those(
  names: readonly string[],
  is: (name: string) => Promise<boolean>,
): Promise<string[]> {
  const found: string[] = []
  for (const name of names) if (await is(name)) found.push(name)
  return found
}

function sentence(
  said: string,
  { names, advice }: { names: readonly string[]; advice: string },
): string | null {
  if (names.length === 0) return null
  const shown = names.slice(0, shownAtMost)
  const rest = names.length - shown.length
  return `${said}: ${shown.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}. ${advice}`
}
