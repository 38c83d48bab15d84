/** What a program finds in the enclosure that is made for it. Every path is absolute and as it is outside. */
export interface EnclosureView {
  /** An empty folder, over which the enclosure is put together; nobody else sees what happens there. */
  scaffold: string
  /** Of everything that is written outside of `writable`, its temporary files included; in bytes. */
  scratchBytes: number
  /** Found as they are, to be read only. Those that do not exist are left out before. */
  readable: readonly string[]
  /** Found as it was, and changed in a layer that goes with the process; null where there is none. */
  layered: string | null
  writable: readonly string[]
  /** Files within the above that hold nothing instead of what they hold. */
  emptied: readonly string[]
  /** Devices besides the usual ones. */
  devices: readonly string[]
  /** Links to be made at the root: name and target. */
  links: readonly (readonly [string, string])[]
  /** The folder to be in. */
  directory: string
  /** A user of its own; null where the program stays the server's user. */
  user: { uid: number; home: string } | null
  limits: { processes: number | null; openFiles: number }
  /** The beginning of the command that filters the program's system calls; empty for none. */
  filter: readonly string[]
}

const plainDevices = ['null', 'zero', 'full', 'random', 'urandom', 'tty']

/**
 * What a shell does in fresh mount and process namespaces: it puts a root together that holds nothing but the
 * view, enters it, and starts the program (its arguments) without any privilege. The shell stays as the first
 * process of the namespace: when the program ends, so does everything that it has started. The program's
 * environment comes over the standard input, as `exportsOf` writes it: what it says must not reach the
 * programs that still have privileges.
 */
export function enclosureScript(view: EnclosureView): string {
  const { scaffold, layered } = view
  const at = (place: string) => quoted(`${scaffold}${place}`)
  const bind = (place: string) => `mount --rbind ${quoted(place)} ${at(place)}`
  const readOnly = (place: string) => `mount -o rbind,ro,nosuid,nodev ${quoted(place)} ${at(place)}`
  const readable = byDepth(view.readable)
  const devices = [...plainDevices.map((name) => `/dev/${name}`), ...view.devices]
  const bound = [...readable, ...devices, ...(layered === null ? [] : [layered]), ...view.writable]
  const lines = [
    'set -e',
    'umask 022',
    'echo 800 > /proc/self/oom_score_adj || true',
    `mount -t tmpfs -o ${tmpfsOptions(view.scratchBytes)} tmpfs ${quoted(scaffold)}`,
    `mkdir ${['/proc', '/dev', '/var', '/run', '/.before'].map(at).join(' ')}`,
    `mkdir -m 1777 ${['/tmp', '/dev/shm'].map(at).join(' ')}`,
    // Mounts of their own, since the root itself is closed in the end.
    ...['/tmp', '/dev/shm'].map((place) => `mount --bind ${at(place)} ${at(place)}`),
    ...placesFor(bound, scaffold),
    `ln -s /tmp /run ${at('/var/')}`,
    `ln -s /proc/self/fd ${at('/dev/')}`,
    ...view.links.map(([name, target]) => `ln -s ${quoted(target)} ${at(`/${name}`)}`),
    ...readable.map(readOnly),
    ...devices.map(bind),
    `mount -t proc -o nosuid,nodev,noexec proc ${at('/proc')}`,
    ...(layered === null ? [] : inLayers(scaffold, layered, bind(layered))),
    ...view.writable.map(bind),
    ...view.emptied.map(
      (place) => `if [ -e ${at(place)} ]; then mount --bind /dev/null ${at(place)}; fi`,
    ),
    ...(view.user ? known(view.user, scaffold) : []),
    `cd ${quoted(scaffold)}`,
    'pivot_root . .before',
    'umount -l /.before',
    'rmdir /.before',
    // Of the root itself only what is meant for it can be written.
    'mount -o remount,bind,ro,nosuid,nodev /',
    `cd ${quoted(view.directory)}`,
    'set +e',
    `${[withoutPrivileges(view), ...view.filter.map(quoted)].join(' ')} /bin/sh -c 'eval "$(cat)"; exec "$@" < /dev/null' sh "$@"`,
    // A shell that is told to end with its program does not become it.
    'exit $?',
  ]
  return lines.join('\n')
}

/**
 * Makes what places are bound to: folders, and empty files. All folders at once, since to start a program for each
 * takes longer than all the rest.
 */
function placesFor(places: readonly string[], scaffold: string): string[] {
  const each = `for place in ${places.map(quoted).join(' ')}; do`
  const inside = `${quoted(scaffold)}"$place"`
  const around = `${quoted(scaffold)}"\${place%/*}"`
  return [
    `( set --; ${each} if [ -d "$place" ]; then set -- "$@" ${inside}; else set -- "$@" ${around}; fi; done; mkdir -p "$@" )`,
    `${each} [ -d "$place" ] || : >> ${inside}; done`,
  ]
}

/** Changes go to the scratch space. Where the system cannot do that, the folder itself is changed. */
function inLayers(scaffold: string, place: string, bound: string): string[] {
  if (/[:,\\]/.test(scaffold + place)) return [bound]
  const [upper, work] = [`${scaffold}/.layer/upper`, `${scaffold}/.layer/work`]
  const options = `nosuid,nodev,lowerdir=${place},upperdir=${upper},workdir=${work}`
  const target = quoted(scaffold + place)
  return [
    `mkdir -p ${quoted(upper)} ${quoted(work)}`,
    // The layer's own folder takes the place of the original: it has the same owner.
    `chown --reference=${quoted(place)} ${quoted(upper)} || true`,
    `if ! mount -t overlay -o ${quoted(`${options},userxattr`)} overlay ${target} 2> /dev/null; then ${bound}; fi`,
  ]
}

/** The user gets a name, without which many a program fails. */
function known({ uid, home }: { uid: number; home: string }, scaffold: string): string[] {
  const entries = [
    ['passwd', `agent:x:${uid}:${uid}::${home}:/bin/sh`],
    ['group', `agent:x:${uid}:`],
  ] as const
  return entries.flatMap(([name, entry]) => {
    const own = quoted(`${scaffold}/.${name}`)
    return [
      `{ cat /etc/${name} 2> /dev/null || true; echo ${quoted(entry)}; } > ${own}`,
      `if [ -e ${quoted(`${scaffold}/etc/${name}`)} ]; then mount --bind ${own} ${quoted(`${scaffold}/etc/${name}`)}; fi`,
    ]
  })
}

function withoutPrivileges({ user, limits }: EnclosureView): string {
  const nproc = limits.processes === null ? '' : `--nproc=${limits.processes} `
  const as = user ? `--reuid ${user.uid} --regid ${user.uid} --clear-groups ` : ''
  return `prlimit ${nproc}--nofile=${limits.openFiles} --core=0 setpriv ${as}--no-new-privs --inh-caps=-all --ambient-caps=-all --bounding-set=-all --pdeathsig KILL`
}

function tmpfsOptions(bytes: number): string {
  return `size=${Math.ceil(bytes / 1024)}k,nr_inodes=200k,mode=755,nosuid,nodev`
}

/** What holds others comes before them. */
function byDepth(places: readonly string[]): string[] {
  return [...new Set(places)].sort((a, b) => a.split('/').length - b.split('/').length)
}

/** Shell text that sets an environment; names that no shell knows are set by `env`, before the program. */
export function exportsOf(env: Readonly<Record<string, string>>): string {
  const entries = Object.entries(env)
  const plain = entries.filter(([name]) => /^[A-Za-z_]\w*$/.test(name))
  const odd = entries.filter(([name]) => !/^[A-Za-z_]\w*$/.test(name))
  const lines = plain.map(([name, value]) => `export ${name}=${quoted(value)}`)
  const others = odd.map(([name, value]) => quoted(`${name}=${value}`))
  if (others.length > 0) lines.unshift(`set -- env ${others.join(' ')} "$@"`)
  return `${lines.join('\n')}\n`
}

/** A text as one word of a shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
