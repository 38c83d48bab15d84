import type { MiddlewareHandler } from 'hono'

/** For every answer. */
const always = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Permissions-Policy':
    'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
}

/** For answers that bring no policy of their own: they are data, of which no browser makes a page. */
const forData = {
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
}

/**
 * Puts the security headers on every answer. A page says by its own Content-Security-Policy what it
 * may do and who may frame it; `isSecure` adds that browsers are to stay with https.
 */
export function securityHeaders(options: { isSecure: boolean }): MiddlewareHandler {
  return async (context, next) => {
    await next()
    const { headers } = context.res
    for (const [name, value] of Object.entries(always)) {
      if (!headers.has(name)) context.header(name, value)
    }
    if (!headers.has('Content-Security-Policy')) {
      for (const [name, value] of Object.entries(forData)) context.header(name, value)
    }
    const policy = context.res.headers.get('Content-Security-Policy') ?? ''
    if (policy.includes("frame-ancestors 'none'")) context.header('X-Frame-Options', 'DENY')
    if (options.isSecure) context.header('Strict-Transport-Security', 'max-age=31536000')
  }
}
