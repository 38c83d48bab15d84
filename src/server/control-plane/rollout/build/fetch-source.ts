import { mkdir } from 'node:fs/promises'
import { shortCommit } from '../../../../contract/control-plane/short-commit.ts'
import type { Resolve } from '../../../outgoing/checked-lookup.ts'
import { gitEnvironment, gitSafety } from '../../commands/build-environment.ts'
import { GitRouteRefusal, gitRoute } from '../../commands/git-route.ts'
import { type CommandEnd, runCommand } from '../../commands/run-command.ts'
import { RolloutFailure } from '../../rollout-failure.ts'
import { filesNotHere, listedCharacters } from './files-not-here.ts'

/** So many characters of a commit's first line are kept. */
const messageLimit = 300

export interface FetchedSource {
  commit: string
  /** The first line of its message; null where it has none. */
  message: string | null
  /** Who wrote it; null where it does not say. */
  author: string | null
  /** The branch that was meant when no ref was given; null where the repository names none. */
  ref: string | null
}

/**
 * Puts the files of a repository at a ref (a branch, `refs/tags/…`, a tag's name or a commit; the
 * default branch when null) into `folder`, which is made. With a `commit` the files are those of that
 * commit, wherever the ref has moved since. Only the one commit is fetched where the server allows it.
 * Throws a RolloutFailure (CREATE_FAILED) that says what is wrong with the address or the ref.
 */
export async function fetchSource(request: {
  address: string
  ref: string | null
  commit: string | null
  folder: string
  /** For a private repository: a token, or `user:token`. */
  token: string | null
  packageCache: string
  /** Of each git command. */
  timeLimitMs: number
  signal: AbortSignal
  /** How names become addresses; as the system does when absent. */
  resolve?: Resolve | undefined
  onLine: (line: string, level?: 'WARNING') => void
}): Promise<FetchedSource> {
  const { folder, token, timeLimitMs, signal, onLine } = request
  const login = token ? { address: request.address, token } : null
  const env = gitEnvironment(request.packageCache, login)
  await mkdir(folder, { recursive: true })
  const { address, options } = await gitRoute(request.address, { ...request, env }).catch(
    (error: unknown) => {
      if (!(error instanceof GitRouteRefusal)) throw error
      throw new RolloutFailure('CREATE_FAILED', `The repository cannot be read: ${error.message}`)
    },
  )
  const git = (...args: string[]) =>
    runCommand('git', [...gitSafety, ...options, ...args], {
      cwd: folder,
      env,
      timeLimitMs,
      signal,
      keptCharacters: listedCharacters,
    })

  const listed = await git('ls-remote', '--symref', '--', address)
  if (!listed.isOk) throw new RolloutFailure('CREATE_FAILED', unreadable(address, listed))
  const remote = parseRefs(listed.stdout)
  const target = request.commit
    ? { name: null, commit: request.commit, label: request.ref ?? request.commit }
    : chooseRef(remote, request.ref)

  await must(git('init', '--quiet'), 'prepare a checkout')
  if (target.name !== null) {
    const fetched = await git(
      'fetch',
      '--quiet',
      '--depth=1',
      '--no-tags',
      '--',
      address,
      target.name,
    )
    if (!fetched.isOk) throw new RolloutFailure('CREATE_FAILED', unreadable(address, fetched))
    await must(git('checkout', '--quiet', '--detach', 'FETCH_HEAD'), 'check out the files')
  } else {
    const missing = request.commit
      ? `The commit ${request.commit} is not in ${address} any more. Start a new revision to build what the ref points to now.`
      : `There is no branch, tag or commit “${target.commit}” in ${address}. Correct the ref and save it again.`
    await checkOutCommit(git, address, target.commit, missing)
  }
  const head = await must(git('rev-parse', 'HEAD'), 'read the commit')
  const commit = head.stdout.trim()
  onLine(`Cloned ${target.label} at ${shortCommit(commit)}.`)
  for (const line of await filesNotHere(git, folder)) onLine(line, 'WARNING')
  const told = await must(git('log', '-1', '--format=%an%x00%s'), 'read the commit')
  const [author = '', message = ''] = told.stdout.trim().split('\0')
  return {
    commit,
    message: message.slice(0, messageLimit) || null,
    author: author.slice(0, messageLimit) || null,
    ref: request.ref ?? target.label,
  }
}

type Git = (...args: string[]) => ReturnType<typeof runCommand>

/** A commit: fetched alone where the server gives it out, else looked up in the whole history. */
async function checkOutCommit(
  git: Git,
  address: string,
  commit: string,
  missing: string,
): Promise<void> {
  const isWhole = commit.length === 40
  const alone = isWhole
    ? await git('fetch', '--quiet', '--depth=1', '--no-tags', '--', address, commit)
    : null
  if (!alone?.isOk) {
    const everything = ['+refs/heads/*:refs/remotes/origin/*', '+refs/tags/*:refs/tags/*']
    const fetched = await git('fetch', '--quiet', '--', address, ...everything)
    if (!fetched.isOk) throw new RolloutFailure('CREATE_FAILED', unreadable(address, fetched))
  }
  const found = await git('rev-parse', '--verify', '--quiet', `${commit}^{commit}`)
  if (!found.isOk) throw new RolloutFailure('CREATE_FAILED', missing)
  await must(git('checkout', '--quiet', '--detach', found.stdout.trim()), 'check out the files')
}

interface RemoteRefs {
  /** Full name to commit. */
  refs: Map<string, string>
  /** What HEAD points to, `refs/heads/main`. */
  head: string | null
}

function parseRefs(text: string): RemoteRefs {
  const refs = new Map<string, string>()
  let head: string | null = null
  for (const line of text.split('\n')) {
    const [value = '', name = ''] = line.split('\t')
    if (value.startsWith('ref: ') && name === 'HEAD') head = value.slice('ref: '.length)
    else if (name) refs.set(name, value)
  }
  return { refs, head }
}

/** What to fetch for a ref: a name that the repository has, or a commit to look for. */
function chooseRef(
  remote: RemoteRefs,
  ref: string | null,
): { name: string; commit: null; label: string } | { name: null; commit: string; label: string } {
  if (remote.refs.size === 0) {
    throw new RolloutFailure(
      'CREATE_FAILED',
      'The repository is empty. Commit the project to it and start a new revision.',
    )
  }
  if (ref === null) {
    const head = remote.head && remote.refs.has(remote.head) ? remote.head : null
    if (head) return { name: head, commit: null, label: head.replace(/^refs\/heads\//, '') }
    throw new RolloutFailure(
      'CREATE_FAILED',
      `The repository has no default branch. Name one of its branches: ${branchesOf(remote)}.`,
    )
  }
  const candidates = ref.startsWith('refs/') ? [ref] : [`refs/heads/${ref}`, `refs/tags/${ref}`]
  const name = candidates.find((candidate) => remote.refs.has(candidate))
  if (name) return { name, commit: null, label: ref }
  if (/^[0-9a-f]{7,40}$/i.test(ref)) return { name: null, commit: ref.toLowerCase(), label: ref }
  throw new RolloutFailure(
    'CREATE_FAILED',
    `There is no branch or tag “${ref}” in the repository. Its branches are: ${branchesOf(remote)}.`,
  )
}

function branchesOf(remote: RemoteRefs): string {
  const names = [...remote.refs.keys()]
    .filter((name) => name.startsWith('refs/heads/'))
    .map((name) => name.slice('refs/heads/'.length))
  if (names.length === 0) return 'none'
  return names.length > 8 ? `${names.slice(0, 8).join(', ')}, …` : names.join(', ')
}

function unreadable(address: string, end: CommandEnd): string {
  if (end.isMissing) {
    return 'git is not installed on the machine that the server runs on. Install git and start a new revision.'
  }
  if (end.isOverdue) {
    return `Cloning ${address} took too long and was given up. Check that the address can be reached from the server.`
  }
  const said = gitReason(end.stderr)
  if (/dubious ownership/.test(end.stderr)) {
    return `The repository ${address} belongs to another user, so git refuses to read it. Run “git config --global --add safe.directory ${address}” as the user that the server runs as.`
  }
  if (
    /could not read Username|Authentication failed|Permission denied|terminal prompts disabled/i.test(
      end.stderr,
    )
  ) {
    return `The repository ${address} does not exist or is not open to this server (git says: ${said}). A private repository needs a token.`
  }
  return `The repository ${address} cannot be read (git says: ${said}). Check the address.`
}

/** The line of git's output that tells most. */
function gitReason(stderr: string): string {
  const lines = stderr.split('\n').map((line) => line.trim())
  const line =
    lines.find((text) => text.startsWith('fatal:')) ?? lines.find(Boolean) ?? 'nothing more'
  return line
    .replace(/^(fatal|error): /, '')
    .replace(/\.$/, '')
    .slice(0, 300)
}

async function must(
  running: ReturnType<typeof runCommand>,
  what: string,
): ReturnType<typeof runCommand> {
  const end = await running
  if (end.isOk) return end
  throw new RolloutFailure(
    'CREATE_FAILED',
    `git could not ${what}: it ${end.how} (${gitReason(end.stderr)}).`,
  )
}
