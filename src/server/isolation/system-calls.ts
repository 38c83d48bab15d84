/**
 * Which system calls the programs of projects are refused, as a filter that the kernel takes (seccomp, “classic
 * BPF”). Refused is what an agent has no use for and what brings holes of the kernel within its reach, or what
 * is shared over namespaces; everything else is allowed.
 */

/** By architecture as Node names it: the kernel's name of it, which of a call's two numbers it has, and the number of `seccomp`. */
const architectures = {
  x64: { audit: 0xc000003e, column: 0, seccomp: 317 },
  arm64: { audit: 0xc00000b7, column: 1, seccomp: 277 },
} as const

type Architecture = keyof typeof architectures
/** Numbers of x64 and of arm64; null where there is no such call. */
type Numbers = readonly [x64: number, arm64: number | null]

/** Calls from 424 on have one number everywhere. */
const same = (number: number): Numbers => [number, number]

/** Refused whatever they ask for. */
export const refusedCalls: Record<string, Numbers> = {
  // Other processes
  ptrace: [101, 117],
  process_vm_readv: [310, 270],
  process_vm_writev: [311, 271],
  kcmp: [312, 272],
  pidfd_getfd: same(438),
  // Namespaces, roots and mounts
  setns: [308, 268],
  chroot: [161, 51],
  pivot_root: [155, 41],
  mount: [165, 40],
  umount2: [166, 39],
  open_tree: same(428),
  move_mount: same(429),
  fsopen: same(430),
  fsconfig: same(431),
  fsmount: same(432),
  fspick: same(433),
  mount_setattr: same(442),
  open_tree_attr: same(467),
  name_to_handle_at: [303, 264],
  open_by_handle_at: [304, 265],
  // Keys that the kernel keeps: those of the session that the server was started in among them
  add_key: [248, 217],
  request_key: [249, 218],
  keyctl: [250, 219],
  // Wide doors of the kernel
  bpf: [321, 280],
  perf_event_open: [298, 241],
  userfaultfd: [323, 282],
  io_uring_setup: same(425),
  io_uring_enter: same(426),
  io_uring_register: same(427),
  // The machine
  reboot: [169, 142],
  kexec_load: [246, 104],
  kexec_file_load: [320, 294],
  init_module: [175, 105],
  finit_module: [313, 273],
  delete_module: [176, 106],
  swapon: [167, 224],
  swapoff: [168, 225],
  syslog: [103, 116],
  acct: [163, 89],
  quotactl: [179, 60],
  quotactl_fd: same(443),
  sethostname: [170, 161],
  setdomainname: [171, 162],
  settimeofday: [164, 170],
  clock_settime: [227, 112],
  iopl: [172, null],
  ioperm: [173, null],
}

const clone: Numbers = [56, 220]
const clone3 = same(435)
const unshare: Numbers = [272, 97]
const socket: Numbers = [41, 198]
const ioctl: Numbers = [16, 29]

/** CLONE_NEWNS, …CGROUP, …UTS, …IPC, …USER, …PID and …NET. */
const newNamespaces = 0x7e020000
/** CLONE_NEWTIME: to `clone` it is a part of a signal's number. */
const newTime = 0x80
/** AF_UNIX, AF_INET, AF_INET6 and AF_NETLINK, which lists the machine's own addresses. */
const families = [1, 2, 10, 16]
/** TIOCSTI and TIOCLINUX: what somebody seems to have typed. */
const typing = [0x5412, 0x541c]

const [notPermitted, notThere, noSuchFamily] = [1, 38, 97]

type Instruction = readonly [code: number, ifTrue: number, ifFalse: number, value: number]

const load = (offset: number): Instruction => [0x20, 0, 0, offset]
const answer = (value: number): Instruction => [0x06, 0, 0, value]
const allow = answer(0x7fff0000)
const refuse = (errno: number): Instruction => answer(0x00050000 + errno)
const isEqual = 0x15
/** What follows is done where what was loaded fulfils the condition. */
const where =
  (condition: number) =>
  (value: number, then: readonly Instruction[]): Instruction[] => [
    [condition, 0, then.length, value],
    ...then,
  ]
const isValue = where(isEqual)
const isAtLeast = where(0x35)
const hasAny = where(0x45)

/** Where the kernel shows a filter the call's number, the architecture, and the lower half of an argument. */
const numberAt = 0
const architectureAt = 4
const argumentAt = (index: number) => 16 + 8 * index

/**
 * The filter for programs of this architecture, as the kernel reads it: eight bytes an instruction. Null for an
 * architecture whose numbers are not known here. Programs of another one on the same machine (of 32 bits) can
 * make no call at all. `clone3`, whose wishes a filter cannot read, is told to be missing: programs then use `clone`.
 */
function systemCallFilter(architecture: string): Buffer | null {
  if (!isKnown(architecture)) return null
  const { audit, column } = architectures[architecture]
  const on = (call: Numbers, then: Instruction[]) => {
    const number = call[column]
    return number === null ? [] : isValue(number, then)
  }
  return encoded([
    load(architectureAt),
    [isEqual, 1, 0, audit],
    refuse(notThere),
    load(numberAt),
    // The other way to number calls that x64 has.
    ...isAtLeast(0x40000000, [refuse(notThere)]),
    ...Object.values(refusedCalls).flatMap((call) => on(call, [refuse(notPermitted)])),
    ...on(clone3, [refuse(notThere)]),
    ...on(clone, [load(argumentAt(0)), ...hasAny(newNamespaces, [refuse(notPermitted)]), allow]),
    ...on(unshare, [
      load(argumentAt(0)),
      ...hasAny(newNamespaces + newTime, [refuse(notPermitted)]),
      allow,
    ]),
    ...on(socket, [
      load(argumentAt(0)),
      ...families.flatMap((family) => isValue(family, [allow])),
      refuse(noSuchFamily),
    ]),
    ...on(ioctl, [
      load(argumentAt(1)),
      ...typing.flatMap((request) => isValue(request, [refuse(notPermitted)])),
      allow,
    ]),
    allow,
  ])
}

/**
 * The beginning of a command: it filters its own system calls, for good, and becomes the program that follows. In
 * Perl, which can make any system call by its number, and is where git is. To be started without privileges.
 */
export function filteredCommand(architecture: string): string[] | null {
  const filter = systemCallFilter(architecture)
  if (!filter || !isKnown(architecture)) return null
  const { seccomp } = architectures[architecture]
  // SECCOMP_SET_MODE_FILTER, at first as one that does not slow the process down (before Linux 5.16 filters did).
  const code = `my $filter = pack 'H*', shift;
my $program = pack 'S x6 P', length($filter) / 8, $filter;
syscall(${seccomp}, 1, 4, $program) == 0 or syscall(${seccomp}, 1, 0, $program) == 0 or die "seccomp failed: $!\n";
exec { $ARGV[0] } @ARGV or die "$ARGV[0]: $!\n"`
  return ['perl', '-e', code, filter.toString('hex')]
}

function isKnown(architecture: string): architecture is Architecture {
  return Object.hasOwn(architectures, architecture)
}

function encoded(instructions: readonly Instruction[]): Buffer {
  const bytes = Buffer.alloc(8 * instructions.length)
  for (const [index, [code, ifTrue, ifFalse, value]] of instructions.entries()) {
    const at = 8 * index
    bytes.writeUInt16LE(code, at)
    bytes.writeUInt8(ifTrue, at + 2)
    bytes.writeUInt8(ifFalse, at + 3)
    bytes.writeUInt32LE(value, at + 4)
  }
  return bytes
}
