import { execFileSync } from 'node:child_process'

/** Whether a program ends well, run by a user. */
export function works(
  file: string,
  args: readonly string[],
  as: { uid?: number; gid?: number } = {},
): boolean {
  try {
    execFileSync(file, args, { ...as, stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** Whether the kernel takes routing rules for users from whoever runs the tests. */
export function takesRules(): boolean {
  const rule = ['pref', '9170', 'to', '192.0.2.99', 'uidrange', '1-1', 'prohibit']
  return works('ip', ['rule', 'add', ...rule]) && works('ip', ['rule', 'del', ...rule])
}
