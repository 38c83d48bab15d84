/**
 * The answer (503) to whoever comes while the server starts or stops: a page for browsers, which looks again by itself
 * while it starts, and the words alone for programs.
 */
export function waitingAnswer(request: Request, isStopping: boolean): Response {
  const detail = isStopping ? 'The server is stopping.' : 'The server is starting.'
  const headers = { connection: 'close', 'retry-after': '1', 'cache-control': 'no-store' }
  const isPage = request.method === 'GET' && request.headers.get('accept')?.includes('text/html')
  if (!isPage) return Response.json({ detail }, { status: 503, headers })
  return new Response(pageOf(detail, isStopping), {
    status: 503,
    headers: {
      ...headers,
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
      'x-content-type-options': 'nosniff',
    },
  })
}

const pageOf = (detail: string, isStopping: boolean) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
${isStopping ? '' : '<meta http-equiv="refresh" content="1">'}
<title>Quarterdeck</title>
<style>
:root { color-scheme: light dark }
body { display: grid; place-items: center; min-height: 90vh; font: 15px/1.5 system-ui, sans-serif }
</style>
<p role="status">${detail}${isStopping ? '' : ' This page goes on by itself.'}</p>
</html>
`
