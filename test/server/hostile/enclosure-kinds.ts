import { works } from '../../helpers/kernel-rules.ts'

export const isRoot = process.getuid?.() === 0
const isPython = process.env.QUARTERDECK_TEST_LANGUAGE === 'python'

/**
 * Root hands out users; anybody else has a user namespace only. Tests of root try both.
 * @returns `uid`: whom the server runs as; null for the user of the tests
 */
export function kindsOfEnclosures(): { kind: string; uid: number | null }[] {
  const kinds = isRoot
    ? [
        { kind: 'users and namespaces', uid: null },
        { kind: 'namespaces of an ordinary user', uid: 54_321 },
      ]
    : [{ kind: 'namespaces of an ordinary user', uid: null }]
  return kinds.filter(({ uid }) => isOpenTo(uid))
}

/** Another user starts the server from this checkout, and so has to be let into the folders above it. */
function isOpenTo(uid: number | null): boolean {
  if (uid === null) return true
  const may = (file: string, args: string[]) => works(file, args, { uid, gid: uid })
  if (may('test', ['-r', import.meta.filename]) && (!isPython || may('python3', ['--version']))) {
    return true
  }
  console.log(
    'Not tried by another user: this checkout, or Python, is in a folder that only its own may enter.',
  )
  return false
}
