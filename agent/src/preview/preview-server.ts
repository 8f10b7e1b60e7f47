import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import type { Clock } from '../platform/clock.js'
import { AgentError } from '../platform/errors.js'
import type { Random } from '../platform/random.js'
import { PreviewDoor } from './preview-door.js'
import { pageStyle, previewPage, viewScript } from './preview-page.js'
import type { PreviewPicture } from './preview-picture.js'

export interface PreviewServerOptions {
  /** Of the camera, for the page. */
  readonly name: string
  readonly picture: PreviewPicture
  /** How the camera is, in a sentence. */
  readonly state: () => string
  /** The address to listen at: 127.0.0.1, or one of this machine's own on the site's network. */
  readonly host: string
  readonly clock: Clock
  readonly random: Random
}

/** A page with the picture of one camera. */
export interface PreviewServer extends AsyncDisposable {
  /** Opens the page, once. */
  readonly url: string
}

const mostViewers = 4
/** Anybody on the network may connect: few may wait, and none for long. */
const mostConnections = 64
const patience = { headersTimeout: 5000, requestTimeout: 10_000, connectionsCheckingInterval: 1000 }
/** A browser that is behind by more than this misses pictures, bytes. */
const mostBehindBytes = 1024 * 1024

/**
 * Serves the page at a port of its own.
 * @throws AgentError `failed` if nothing can listen at that address
 */
export async function servePreview(options: PreviewServerOptions): Promise<PreviewServer> {
  const player = await readFile(playerPath(), 'utf8')
  const server = createServer(patience)
  server.maxConnections = mostConnections
  const port = await listening(server, options.host)
  const origin = `${options.host}:${port}`
  const door = new PreviewDoor([origin, ...(isLoopback(options) ? [`localhost:${port}`] : [])], port, options)
  const sockets = new WebSocketServer({ noServer: true, maxPayload: 1024, perMessageDeflate: false })
  server.on('request', (request, response) => answer(request, response, door, options, player))
  server.on('upgrade', (request, socket, head) => {
    // Node leaves the socket to us, and who goes away without a word is no reason to end the agent.
    socket.on('error', () => socket.destroy())
    const isWanted = request.url === '/picture' && door.admits(request.headers)
    if (!isWanted || !door.isOwnOrigin(request.headers.origin) || options.picture.viewers >= mostViewers)
      return refuse(socket)
    sockets.handleUpgrade(request, socket, head, (page) => show(page, options.picture))
  })
  return {
    url: `http://${origin}/?token=${door.token}`,
    async [Symbol.asyncDispose]() {
      for (const page of sockets.clients) page.terminate()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await options.picture[Symbol.asyncDispose]()
    },
  }
}

function isLoopback({ host }: PreviewServerOptions): boolean {
  return host === '127.0.0.1'
}

function playerPath(): string {
  const entry = createRequire(import.meta.url).resolve('@cycjimmy/jsmpeg-player')
  return join(dirname(entry), 'jsmpeg-player.esm.js')
}

function listening(server: Server, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause) =>
      reject(new AgentError('failed', `the preview cannot listen at ${host}`, { cause })),
    )
    server.listen(0, host, () => {
      const address = server.address()
      if (address === null || typeof address === 'string') reject(new Error('a server at a port has a port'))
      else resolve(address.port)
    })
  })
}

function refuse(socket: Duplex): void {
  socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\n')
}

function show(page: WebSocket, picture: PreviewPicture): void {
  const end = picture.show((bytes) => {
    if (page.bufferedAmount < mostBehindBytes) page.send(bytes)
  })
  page.on('close', end)
  page.on('error', () => page.terminate())
}

function answer(
  request: IncomingMessage,
  response: ServerResponse,
  door: PreviewDoor,
  { name, state }: PreviewServerOptions,
  player: string,
): void {
  const { pathname, searchParams } = readTarget(request.url)
  for (const [header, value] of Object.entries(everyAnswer)) response.setHeader(header, value)
  if (request.method !== 'GET') return send(response, 405, 'text/plain', 'Only GET.\n')
  const token = searchParams.get('token')
  const cookie = pathname === '/' && token !== null && door.knows(request.headers.host) && door.open(token)
  if (cookie) {
    // Away from the address bar with the token, for whoever looks over the shoulder.
    response.writeHead(303, { 'Set-Cookie': cookie, Location: '/' }).end()
    return
  }
  if (!door.admits(request.headers)) return send(response, 403, 'text/plain', usedUp)
  switch (pathname) {
    case '/':
      return send(response, 200, 'text/html', previewPage(name))
    case '/view.js':
      return send(response, 200, 'text/javascript', viewScript)
    case '/player.js':
      return send(response, 200, 'text/javascript', player)
    case '/style.css':
      return send(response, 200, 'text/css', pageStyle)
    case '/state':
      return send(response, 200, 'application/json', JSON.stringify({ text: state() }))
    default:
      return send(response, 404, 'text/plain', 'There is nothing here.\n')
  }
}

/** What was asked for: a path and a query of this page, whatever else a stranger may write there. */
function readTarget(target = '/'): { readonly pathname: string; readonly searchParams: URLSearchParams } {
  const [pathname = '/', query = ''] = target.split('?', 2)
  return { pathname, searchParams: new URLSearchParams(query) }
}

const usedUp = 'This link has been used, or is over. Run "agent preview" again for a new one.\n'

const everyAnswer = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
} as const

function send(response: ServerResponse, status: number, type: string, body: string): void {
  response.writeHead(status, { 'Content-Type': `${type}; charset=utf-8` }).end(body)
}
