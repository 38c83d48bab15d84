import { createHash } from 'node:crypto'

/** The provider's answer, as its query tells it. */
export interface CallbackAnswer {
  state: string | undefined
  code: string | undefined
  error: string | undefined
  iss: string | undefined
}

/** What the person reads who comes back from the provider. */
export interface CallbackPage {
  status: 200 | 400 | 404 | 410 | 502
  title: string
  text: string
}

const style = `:root{color-scheme:light dark}
body{margin:0;min-height:100vh;display:grid;place-items:center;font:16px/1.5 system-ui,sans-serif}
main{max-width:32rem;padding:2rem}
h1{font-size:1.25rem;line-height:1.3;margin:0 0 .5rem}
p{margin:0;opacity:.8}`

const styleHash = createHash('sha256').update(style).digest('base64')

/** A page that loads nothing, runs nothing, and cannot be framed or kept. */
export function htmlAnswer({ status, title, text }: CallbackPage): Response {
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${escaped(title)}</h1>
<p>${escaped(text)}</p>
</main>
</body>
</html>
`
  return new Response(html, {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    },
  })
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
