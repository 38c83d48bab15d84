/** The page that draws a component of a project: see `src/chat/components/frame`. */
export const componentFrame = 'component-frame.html'

/**
 * Code of a project runs in it: on the pages that it is for alone, as a page of no origin, which sends no request.
 * Browsers have no rule that keeps a page from WebRTC. @param ancestors whose pages those are
 */
export function framePolicy(ancestors: readonly string[]): string {
  return [
    'sandbox allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox',
    "default-src 'none'",
    "script-src 'unsafe-inline' 'unsafe-eval'",
    "style-src 'unsafe-inline'",
    'img-src data: blob:',
    'media-src data: blob:',
    'font-src data:',
    "form-action 'none'",
    "base-uri 'none'",
    `frame-ancestors ${ancestors.join(' ')}`,
  ].join('; ')
}
