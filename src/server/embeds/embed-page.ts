import type { Context } from 'hono'
import type { Embed } from '../../contract/embeds.ts'

/**
 * The chat as a page of its own, for frames. Only pages of the embed's origins may frame it; it loads
 * nothing but this server's widget.
 */
export function embedPage(context: Context, embed: Embed): Response {
  const ancestors = ["'self'", ...embed.allowed_origins.filter((origin) => origin !== 'null')]
  context.header(
    'Content-Security-Policy',
    [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "connect-src 'self'",
      "font-src 'self'",
      `img-src 'self' data: https:`,
      "base-uri 'none'",
      "form-action 'none'",
      `frame-ancestors ${ancestors.join(' ')}`,
    ].join('; '),
  )
  context.header('Cache-Control', 'no-store')
  const title = escaped(embed.title)
  return context.html(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover, interactive-widget=resizes-content">
<title>${title}</title>
<link rel="stylesheet" href="../embed-page.css">
<script src="../widget.js" async></script>
</head>
<body>
<quarterdeck-chat embed="${escaped(embed.key)}" placement="page"></quarterdeck-chat>
</body>
</html>
`)
}

const escaped = (text: string) =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
