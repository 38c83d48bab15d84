import { type Plugin, runnerImport } from 'vite'

type FirstFrame = typeof import('../shell/first-frame.tsx')

const emptyRoot = '<div id="root"></div>'

/** Draws the first frame into the page, with the shell's own parts. @param file the module that draws it */
export function firstFramePlugin(file: string): Plugin {
  return {
    name: 'quarterdeck-first-frame',
    transformIndexHtml: {
      order: 'pre',
      async handler(html, { server }) {
        if (!html.includes(emptyRoot))
          throw new Error('The page has no empty element for the frame.')
        const { firstFrame }: FirstFrame = server
          ? ((await server.ssrLoadModule(file)) as FirstFrame)
          : (await runnerImport<FirstFrame>(file, { configFile: false, logLevel: 'error' })).module
        return html.replace(emptyRoot, () => `<div id="root">${firstFrame()}</div>`)
      },
    },
  }
}
