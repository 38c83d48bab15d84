import katex from 'katex'

/** Longer formulas, and those that expand further, stay TeX: they could keep the page busy. */
const mostCharacters = 5000
const mostExpansions = 500

/**
 * Draws TeX as MathML into an element, node by node; commands that could lead elsewhere or set styles
 * are not trusted. False when it cannot be drawn.
 */
export function drawFormula(element: HTMLElement, tex: string, isBlock: boolean): boolean {
  if (tex.length > mostCharacters) return false
  try {
    katex.render(tex, element, {
      output: 'mathml',
      displayMode: isBlock,
      throwOnError: true,
      trust: false,
      strict: 'ignore',
      maxExpand: mostExpansions,
    })
    return true
  } catch {
    return false
  }
}
