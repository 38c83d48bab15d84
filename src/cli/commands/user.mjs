// @ts-check
import { configFileOf, configOption, dataDirOf, dataOption, UsageError } from '../options.mjs'
import { readSecretLine } from '../read-secret-line.mjs'
import { prepareServerCode } from '../server-code.mjs'

const ACTIONS = ['list', 'add', 'password', 'remove']
const ROLES = ['reviewer', 'viewer', 'operator', 'admin']

/** @type {import('../commands.mjs').Command} */
export const user = {
  name: 'user',
  words: ['ACTION', '[NAME]'],
  summary: 'operators who sign in: list, add NAME, password NAME, remove NAME',
  options: {
    role: { value: 'ROLE', help: `role of a new user: ${ROLES.join(', ')} (default viewer)` },
    data: dataOption,
    config: configOption,
  },
  check({ words: [action = '', name], values }) {
    if (!ACTIONS.includes(action)) {
      throw new UsageError(`"user" takes ${ACTIONS.join(', ')}, not "${action}".`)
    }
    if (action !== 'list' && !name) throw new UsageError(`"user ${action}" needs a NAME.`)
    if (values.role !== undefined && !ROLES.includes(values.role)) {
      throw new UsageError(`--role takes ${ROLES.join(', ')}, not "${values.role}".`)
    }
  },
  async run({ words: [action = '', name = ''], values, env }) {
    await prepareServerCode()
    const { manageUsers } = await import('../../server/operations/commands/manage-users.ts')
    const needsPassword = action === 'add' || action === 'password'
    const lines = await manageUsers({
      action,
      name,
      role: values.role ?? 'viewer',
      password: needsPassword ? await readSecretLine(`Password of ${name}: `) : '',
      dataDir: dataDirOf(values, env),
      configFile: configFileOf(values, env),
      env,
    })
    for (const line of lines) console.log(line)
  },
}
