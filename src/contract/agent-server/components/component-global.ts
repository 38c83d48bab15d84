/** The name under which a page finds the script of components, and with it its `render`: published. */
export function componentGlobal(graphId: string): string {
  return `__LGUI_${graphId.replaceAll(/[^a-zA-Z0-9]/g, '_')}`
}
