// @ts-check
import { SetupError } from '../checkout.mjs'
import { prepareServerCode } from '../server-code.mjs'

/** @type {import('../commands.mjs').Command} */
export const checkEmbed = {
  name: 'check-embed',
  words: ['KEY', 'SITE'],
  summary: 'examine whether an embedded chat works on a page of a site, and say what to change',
  options: {
    server: {
      value: 'URL',
      help: 'address of the server as browsers know it (http://127.0.0.1:4100)',
    },
  },
  async run({ words: [key = '', site = ''], values }) {
    if (!URL.canParse(site)) throw new SetupError(`“${site}” is no address of a page.`)
    await prepareServerCode()
    const { examineEmbed } = await import('../../server/embeds/examine-embed.ts')
    const { readSiteDirectly } = await import('../../server/embeds/read-site.ts')
    const findings = await examineEmbed({
      server: (values.server ?? 'http://127.0.0.1:4100').replace(/\/$/, ''),
      embedKey: key,
      site,
      fetch,
      readSite: readSiteDirectly,
      now: Date.now,
    })
    for (const { name, status, found, fix } of findings) {
      console.log(`${{ ok: '✓', warn: '!', fail: '✗' }[status]} ${name}: ${found}`)
      if (fix) console.log(`  ${fix}`)
    }
    if (findings.some(({ status }) => status === 'fail')) process.exitCode = 1
  },
}
