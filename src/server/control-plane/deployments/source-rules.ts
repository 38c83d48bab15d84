import { type LocalRepositories, localProblem } from './local-repositories.ts'

/** Why a git address cannot be used, in words, or null. What it accepts reaches git after `--`. */
export function repositoryProblem(
  address: string,
  allowed: LocalRepositories = 'any',
): string | null {
  return addressProblem(address) ?? localProblem(address, allowed)
}

function addressProblem(address: string): string | null {
  const text = address.trim()
  if (text === '') return 'Name the git repository to deploy from.'
  if (text !== address || hasControlCharacter(text) || text.length > 2_000) {
    return 'The address holds blanks around it or characters that no address has.'
  }
  if (text.startsWith('-')) return 'An address cannot start with a hyphen.'
  if (text.startsWith('~')) return 'Write the whole path of the folder, from the root on.'
  if (text.startsWith('/') || /^[A-Za-z]:[\\/]/.test(text)) return null
  if (/^[a-z][a-z0-9+.-]*::/i.test(text)) return unknownKind
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return urlProblem(text)
  if (/^[\w.-]+@\w[\w.-]*:[^:-]/.test(text)) return null
  if (/^[\w-]+(\.[\w-]+)+\//.test(text)) return `Write the whole address: https://${text}`
  return unknownKind
}

const unknownKind =
  'Use an https, ssh or git address, or the absolute path of a git repository on this machine.'

function urlProblem(text: string): string | null {
  let url: URL
  try {
    url = new URL(text)
  } catch {
    return 'This is no complete address.'
  }
  if (!['https:', 'http:', 'ssh:', 'git:', 'file:'].includes(url.protocol)) return unknownKind
  if (url.hostname.startsWith('-') || url.username.startsWith('-')) {
    return 'A host name or a user name cannot start with a hyphen.'
  }
  if (url.protocol === 'file:' && url.hostname !== '') return 'Write file:///, then the path.'
  if (/^\/*$/.test(url.pathname)) {
    return 'This is the address of a server, or of a whole disk. The path of the repository follows it.'
  }
  if (isMetadataHost(url.hostname)) return metadataAddress
  if (url.password !== '' || (url.username !== '' && url.protocol.startsWith('http'))) {
    return 'Leave user name and password out of the address: it is shown to everyone who sees the deployment. Give a token for the repository beside it, or use an ssh address.'
  }
  return null
}

const metadataAddress =
  'This is an address of the machine’s own network that nothing is taken from.'

/** Link-local addresses and names under which clouds tell a machine its credentials. */
function isMetadataHost(host: string): boolean {
  const name = host.toLowerCase().replace(/\.$/, '')
  return (
    /^169\.254\./.test(name) ||
    /^\[(fe[89ab]|fd00:ec2:|::ffff:a9fe:)/.test(name) ||
    name === 'metadata.google.internal'
  )
}

/** Why the address of a running server cannot be used, in words, or null. */
export function serverAddressProblem(address: string): string | null {
  const url = URL.canParse(address) ? new URL(address) : null
  const isPlain = url && ['http:', 'https:'].includes(url.protocol) && !url.search && !url.hash
  if (!url || !isPlain || address.length > 2_000) {
    return 'Write the address of a running agent server, for example https://agent.example.com.'
  }
  if (url.username || url.password) {
    return 'Leave user name and password out of the address: it is shown to everyone who sees the deployment.'
  }
  return isMetadataHost(url.hostname) ? metadataAddress : null
}

/** Why the name of an image cannot be used, in words, or null. */
export function imageProblem(image: string): string | null {
  const isName = /^[a-z0-9][a-z0-9._:/-]*(@sha256:[0-9a-f]{64})?$/i.test(image)
  return isName && image.length <= 500
    ? null
    : 'Write the name of an image, for example registry.example.com/team/agent:1.2.'
}

/** Why a token for a repository cannot be used, in words, or null. */
export function tokenProblem(token: string, address: string): string | null {
  if (!/^[\x21-\x7e]{1,2000}$/.test(token))
    return 'A token has no blanks and no special characters.'
  const url = URL.canParse(address) ? new URL(address) : null
  const isLocal = url && /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname)
  if (url?.protocol === 'https:' || (url?.protocol === 'http:' && isLocal)) return null
  return 'A token is sent over https only. Use the https address of the repository.'
}

/** Why a ref cannot be used, in words, or null: a branch, `refs/tags/…`, or a commit. */
export function refProblem(ref: string): string | null {
  if (ref === '') return 'Name a branch, a tag as refs/tags/… or a commit.'
  if (ref.startsWith('-')) return 'A ref cannot start with a hyphen.'
  // The rules of git-check-ref-format.
  const isBroken =
    hasControlCharacter(ref) ||
    /[ ~^:?*[\\]|\.\.|@\{|\/\/|\.lock(\/|$)|\/\.|^[./]|[./]$/.test(ref) ||
    ref.length > 300
  return isBroken ? `“${ref.slice(0, 80)}” cannot be the name of a branch, tag or commit.` : null
}

/** Why a path of a langgraph.json cannot be used, in words, or null. */
export function configPathProblem(path: string): string | null {
  const parts = path.split('/')
  if (path === '') return 'Name the file, for example langgraph.json.'
  if (path.startsWith('/') || path.includes('\\') || /^[A-Za-z]:/.test(path)) {
    return 'Write the path from the root of the repository, with / between its parts.'
  }
  if (parts.includes('..') || parts.includes('.git')) return 'The path must stay in the repository.'
  if (hasControlCharacter(path) || path.startsWith('-') || path.length > 500) {
    return 'This cannot be the path of a file.'
  }
  return path.endsWith('.json') ? null : 'The path must end in .json.'
}

/** True for a ref that never moves, so that nothing can be built on a push. */
export function isTagRef(ref: string | null | undefined): boolean {
  return ref?.startsWith('refs/tags/') ?? false
}

function hasControlCharacter(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  return /[\u0000-\u001f\u007f]/.test(text)
}
