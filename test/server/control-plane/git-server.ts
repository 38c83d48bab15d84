import { spawn } from 'node:child_process'
import http from 'node:http'
import type { AddressInfo } from 'node:net'

/** A git server over HTTP that asks for a user name and a password, as hosts of private repositories do. */
export interface GitServer {
  /** The address of the repository in a folder below the server's own. */
  address(name: string): string
  close(): Promise<void>
}

/** Serves the repositories in `folder` with git's own CGI program. */
export async function startGitServer(
  folder: string,
  login: { user: string; token: string },
): Promise<GitServer> {
  const wanted = `Basic ${Buffer.from(`${login.user}:${login.token}`).toString('base64')}`
  const server = http.createServer((request, response) => {
    const given = request.headers.authorization
    if (given !== wanted) {
      response.writeHead(401, { 'www-authenticate': 'Basic realm="private"' }).end()
      return
    }
    const url = new URL(request.url ?? '/', 'http://git')
    const backend = spawn('git', ['http-backend'], {
      env: {
        PATH: process.env.PATH ?? '',
        GIT_PROJECT_ROOT: folder,
        GIT_HTTP_EXPORT_ALL: '1',
        GIT_CONFIG_COUNT: '1',
        GIT_CONFIG_KEY_0: 'safe.directory',
        GIT_CONFIG_VALUE_0: '*',
        PATH_INFO: decodeURIComponent(url.pathname),
        QUERY_STRING: url.search.slice(1),
        REQUEST_METHOD: request.method ?? 'GET',
        CONTENT_TYPE: request.headers['content-type'] ?? '',
        REMOTE_USER: login.user,
        HTTP_CONTENT_ENCODING: request.headers['content-encoding'] ?? '',
        GIT_PROTOCOL: String(request.headers['git-protocol'] ?? ''),
      },
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    request.pipe(backend.stdin)
    backend.stdin.on('error', () => undefined)
    let head = Buffer.alloc(0)
    let isBegun = false
    backend.stdout.on('data', (chunk: Buffer) => {
      if (isBegun) return response.write(chunk)
      head = Buffer.concat([head, chunk])
      const end = head.indexOf('\r\n\r\n')
      if (end < 0) return
      isBegun = true
      let status = 200
      for (const line of head.subarray(0, end).toString().split('\r\n')) {
        const [name = '', value = ''] = line.split(/:\s*/)
        if (name === 'Status') status = Number.parseInt(value, 10)
        else response.setHeader(name, value)
      }
      response.writeHead(status)
      response.write(head.subarray(end + 4))
    })
    backend.stdout.on('end', () => response.end())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    address: (name) => `http://127.0.0.1:${port}/${name}`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
