import type { Context } from 'hono'
import type { Embed } from '../../contract/embeds/embeds.ts'

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
  const language = languageOf(embed, context.req.header('accept-language'))
  return context.html(`<!doctype html>
<html lang="${language}">
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

/** The embed's language, else the first that the browser asks for: the chat follows the page's. */
function languageOf(embed: Embed, accepted = ''): string {
  if (embed.language !== 'auto') return embed.language
  return /^[a-zA-Z]{2,3}(-[a-zA-Z0-9]{2,8})*/.exec(accepted)?.[0] ?? 'en'
}

const escaped = (text: string) =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
