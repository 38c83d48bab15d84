/** Where nothing can be drawn on, as in a document without layout, words tell the same. */
export function canDraw(): boolean {
  return typeof CanvasRenderingContext2D !== 'undefined'
}
