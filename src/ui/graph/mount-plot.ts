import UPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'

/** What charts are labelled with. */
export const plotFont = '11px "Inter Variable", Inter, system-ui, sans-serif'

/** A colour of the look, as it is in the present theme. */
export function colorToken(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim()
}

/**
 * Draws a plot that is as wide as its element, and again when that or the theme changes. Answers the plot
 * and what takes it away. Load what imports this late: the library is heavy.
 */
export function mountPlot(
  element: HTMLElement,
  options: Omit<UPlot.Options, 'width'>,
  data: UPlot.AlignedData,
): { plot: UPlot; remove: () => void } {
  const plot = new UPlot({ ...options, width: element.clientWidth }, data, element)
  const { height } = options
  const sizes = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height }))
  sizes.observe(element)
  // Colours are read when it is drawn.
  const themes = new MutationObserver(() => plot.redraw(false))
  themes.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  return {
    plot,
    remove: () => {
      sizes.disconnect()
      themes.disconnect()
      plot.destroy()
    },
  }
}
