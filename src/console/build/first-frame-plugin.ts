import { type Plugin, runnerImport } from 'vite'

type FirstFrame = typeof import('../shell/first-frame.tsx')
type NewThreadFrame = typeof import('../shell/new-thread/new-thread-frame.tsx')

const emptyRoot = '<div id="root"></div>'

/**
 * Draws the first frame into the page, with the shell's own parts, and writes beside it what the server puts into the
 * page of a new thread. Gets the files of the modules that draw them.
 */
export function firstFramePlugin(shell: string, newThread: string): Plugin {
  return {
    name: 'quarterdeck-first-frame',
    transformIndexHtml: {
      order: 'pre',
      async handler(html, { server }) {
        if (!html.includes(emptyRoot))
          throw new Error('The page has no empty element for the frame.')
        const { firstFrame } = server
          ? ((await server.ssrLoadModule(shell)) as FirstFrame)
          : await moduleOf<FirstFrame>(shell)
        return html.replace(emptyRoot, () => `<div id="root">${firstFrame()}</div>`)
      },
    },
    async generateBundle() {
      const { newThreadFrame } = await moduleOf<NewThreadFrame>(newThread)
      this.emitFile({ type: 'asset', fileName: 'new-thread-frame.html', source: newThreadFrame() })
    },
  }
}

async function moduleOf<Module extends object>(file: string): Promise<Module> {
  return (await runnerImport<Module>(file, { configFile: false, logLevel: 'error' })).module
}
