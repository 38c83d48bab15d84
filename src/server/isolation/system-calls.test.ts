import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { filteredCommand, refusedCalls } from './system-calls.ts'

const isX64 = process.arch === 'x64'
const column = isX64 ? 0 : 1
const [notPermitted, notThere, noSuchFamily] = [1, 38, 97]

/** Calls by number and arguments, and beside each the number of the error that it answers; 0 for none. */
function errorsOf(calls: (readonly number[])[], filter: readonly string[]): number[] {
  // In a process of its own each: some of them change it.
  const code = `for my $call (@ARGV) {
  my $pid = open(my $child, '-|');
  if (!$pid) { my ($nr, @args) = map { $_ + 0 } split /,/, $call; print syscall($nr, @args) < 0 ? $! + 0 : 0; exit }
  print <$child>, "\\n";
}`
  // Root alone may change users, and give up what others do not have.
  const asNobody = ['--reuid', '65534', '--clear-groups', '--bounding-set=-all']
  const privileges = [...(process.getuid?.() === 0 ? asNobody : []), '--no-new-privs']
  const args = [...privileges, ...filter, 'perl', '-e', code, ...calls.map((call) => call.join())]
  return execFileSync('setpriv', args, { cwd: '/' }).toString().trim().split('\n').map(Number)
}

describe.runIf(process.platform === 'linux' && ['x64', 'arm64'].includes(process.arch))(
  '35.2: system calls that no agent needs',
  () => {
    const filter = filteredCommand(process.arch) ?? []

    it('are refused, whatever they ask for', () => {
      const names = Object.keys(refusedCalls).filter(
        (name) => refusedCalls[name]?.[column] !== null,
      )
      const calls = names.map((name) => [Number(refusedCalls[name]?.[column]), 0, 0, 0, 0, 0])
      const refused = errorsOf(calls, filter)
      expect(Object.fromEntries(names.map((name, at) => [name, refused[at]]))).toEqual(
        Object.fromEntries(names.map((name) => [name, notPermitted])),
      )
      // What nothing but the filter refuses.
      const [ptrace = -1, keyctl = -1] = ['ptrace', 'keyctl'].map((name) => names.indexOf(name))
      const free = errorsOf(calls, [])
      expect([free[ptrace], free[keyctl]]).not.toContain(notPermitted)
    })

    it('are refused by what they ask for: new namespaces, families of sockets, what seems typed', () => {
      const [clone, unshare, socket, ioctl] = isX64 ? [56, 272, 41, 16] : [220, 97, 198, 29]
      const [newUser, files, signal, vsock, typed, size] = [
        0x10000000, 0x400, 17, 40, 0x5412, 0x5413,
      ]
      const calls: [number[], number][] = [
        [[unshare, newUser], notPermitted],
        [[unshare, files], 0],
        [[clone, newUser + signal, 0, 0, 0, 0], notPermitted],
        [[clone, signal, 0, 0, 0, 0], 0],
        [[435, 0, 0], notThere],
        [[socket, vsock, 1, 0], noSuchFamily],
        ...[1, 2, 16].map((family): [number[], number] => [
          [socket, family, family === 16 ? 3 : 1, 0],
          0,
        ]),
        [[ioctl, 0, typed, 0], notPermitted],
        // Standard input is no terminal.
        [[ioctl, 0, size, 0], 25],
        ...(isX64 ? ([[[0x40000000 + 39], notThere]] as [number[], number][]) : []),
      ]
      expect(
        errorsOf(
          calls.map(([call]) => call),
          filter,
        ),
      ).toEqual(calls.map(([, answered]) => answered))
    })

    it('a filter stays with what a program starts, and its words reach it as they are', () => {
      const said = execFileSync('setpriv', [
        ...['--no-new-privs', ...filter, '/bin/sh', '-c'],
        'cat /proc/self/status; echo "$1"',
        ...['sh', `it's "$HOME"\nas it is`],
      ]).toString()
      expect(said).toMatch(/^Seccomp:\s*2$/m)
      expect(said.endsWith(`it's "$HOME"\nas it is\n`)).toBe(true)
    })
  },
)

it('35.2: calls of a processor whose numbers are not known are not filtered', () => {
  expect(filteredCommand('riscv64')).toBe(null)
})
