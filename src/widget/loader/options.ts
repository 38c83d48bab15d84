import type { WidgetOptions } from '../package/types.ts'

const placements: readonly string[] = ['right', 'left', 'inline', 'page']
const themes: readonly string[] = ['auto', 'light', 'dark']

/** Throws an Error with a sentence for the page's developer where an option cannot be used. */
export function checkOptions(options: WidgetOptions): WidgetOptions {
  const { embed, server, placement, theme } = options
  if (typeof embed !== 'string' || !/^emb_[\w-]+$/.test(embed)) {
    throw new Error('Quarterdeck: give the key of an embed, for example data-embed="emb_…".')
  }
  if (server !== undefined && !/^https?:\/\//.test(server)) {
    throw new Error('Quarterdeck: “server” must be an address that begins with https://.')
  }
  if (placement !== undefined && !placements.includes(placement)) {
    throw new Error(`Quarterdeck: “placement” is one of ${placements.join(', ')}.`)
  }
  if (theme !== undefined && !themes.includes(theme)) {
    throw new Error(`Quarterdeck: “theme” is one of ${themes.join(', ')}.`)
  }
  return options
}
