import type { Context } from 'hono'
import type { Embed } from '../../contract/embeds/embeds.ts'

/**
 * The chat as a page of its own, for frames. Only pages of the embed's origins may frame it; it loads this server's
 * widget, and pictures from where the embed shows them.
 */
export function embedPage(context: Context, embed: Embed): Response {
  context.header(
    'Content-Security-Policy',
    [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "connect-src 'self'",
      "font-src 'self'",
      `img-src ${["'self'", 'data:', 'blob:', ...picturePlaces(embed)].join(' ')}`,
      'media-src blob:',
      ...(embed.shows_components ? ["frame-src 'self'"] : []),
      "base-uri 'none'",
      "form-action 'none'",
      `frame-ancestors ${framingOrigins(embed).join(' ')}`,
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

/** Whose pages may have a frame of the embed. */
export function framingOrigins(embed: Pick<Embed, 'allowed_origins'>): string[] {
  return ["'self'", ...embed.allowed_origins.filter(isSource)]
}

/** Where the page itself gets pictures from, beside this server: those that it fetches for visitors are among its own. */
function picturePlaces(embed: Embed): string[] {
  const { avatar_url, answer_images, image_origins, proxies_images } = embed
  const ofAvatar = avatar_url && URL.canParse(avatar_url) ? [new URL(avatar_url).origin] : []
  const ofAnswers = proxies_images || answer_images === 'link' ? [] : image_origins
  if (answer_images === 'all' && !proxies_images) return ['https:']
  return [...new Set([...ofAvatar, ...ofAnswers])].filter(isSource)
}

/** Whether a policy can name it: a host may hold what parts the policy itself. */
function isSource(origin: string): boolean {
  return /^https?:\/\/[\w.*:[\]-]+$/.test(origin)
}

/** The embed's language, else the first that the browser asks for: the chat follows the page's. */
function languageOf(embed: Embed, accepted = ''): string {
  if (embed.language !== 'auto') return embed.language
  return /^[a-zA-Z]{2,3}(-[a-zA-Z0-9]{2,8})*/.exec(accepted)?.[0] ?? 'en'
}

const escaped = (text: string) =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
