import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { bearerPrefix, liveLimits, liveSubprotocol } from '@sightline/protocol'
import { WebSocketServer } from 'ws'
import type { SharedTranscoding } from '../live/shared-transcoding.js'
import type { Clock } from '../platform/clock.js'
import { AgentError } from '../platform/errors.js'
import type { Logger } from '../platform/logger.js'
import { packageFolder } from '../platform/package-folder.js'
import type { Random } from '../platform/random.js'
import { hearErrors } from '../platform/server-errors.js'
import { PreviewDoor } from './preview-door.js'
import type { PreviewedStreams } from './preview-feed.js'
import { pageStyle, previewPage, viewScript } from './preview-page.js'
import { PreviewSession } from './preview-session.js'

interface PreviewServerOptions {
  /** Of the camera, for the page. */
  readonly name: string
  readonly streams: PreviewedStreams
  /** For what the browser cannot play; null where there is no ffmpeg. It ends with the server. */
  readonly transcoding: SharedTranscoding | null
  /** How the camera is, in a sentence. */
  readonly state: () => string
  /** The address to listen at: 127.0.0.1, or one of this machine's own on the site's network. */
  readonly host: string
  readonly clock: Clock
  readonly random: Random
  readonly log: Logger
}

/** What is served to everybody who was let in, by its path. */
type Files = ReadonlyMap<string, { readonly type: string; readonly content: string }>

/** A page with the picture of one camera. */
export interface PreviewServer extends AsyncDisposable {
  /** Opens the page, once. */
  readonly url: string
}

const mostViewers = 4
/** Anybody on the network may connect: few may wait, and none for long. */
const mostConnections = 64
const patience = { headersTimeout: 5000, requestTimeout: 10_000, connectionsCheckingInterval: 1000 }
/** What the build of the player puts beside what is made of these sources. */
const playerFolder = new URL('dist/player/', packageFolder)

/**
 * Serves the page at a port of its own.
 * @throws AgentError `failed` if nothing can listen at that address, or the player was not built
 */
export async function servePreview(options: PreviewServerOptions): Promise<PreviewServer> {
  const cameraId = options.random.id()
  const files = await readFiles()
  const server = createServer(patience)
  server.maxConnections = mostConnections
  const port = await listening(server, options.host)
  hearErrors(server, options.log, 'preview.server_failed', options.clock)
  const origin = `${options.host}:${port}`
  const door = new PreviewDoor([origin, ...(isLoopback(options) ? [`localhost:${port}`] : [])], port, options)
  const sessions = serveSessions(server, door, { ...options, cameraId })
  server.on('request', (request, response) =>
    answer(request, response, { ...options, door, files, cameraId }),
  )
  return {
    url: `http://${origin}/?token=${door.token}`,
    async [Symbol.asyncDispose]() {
      await sessions[Symbol.asyncDispose]()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await options.transcoding?.[Symbol.asyncDispose]()
    },
  }
}

/** Takes the live sockets of pages that were let in. */
function serveSessions(
  server: Server,
  door: PreviewDoor,
  { transcoding, ...options }: PreviewServerOptions & { readonly cameraId: string },
): AsyncDisposable {
  const open = new Set<PreviewSession>()
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: liveLimits.messageBytes,
    perMessageDeflate: false,
    handleProtocols: () => liveSubprotocol,
  })
  server.on('upgrade', (request, socket, head) => {
    // Node leaves the socket to us, and who goes away without a word is no reason to end the agent.
    socket.on('error', () => socket.destroy())
    const isWanted = request.url === '/api/v1/live' && speaksLive(request) && door.admits(request.headers)
    if (!isWanted || !door.isOwnOrigin(request.headers.origin) || open.size >= mostViewers)
      return refuse(socket)
    sockets.handleUpgrade(request, socket, head, (page) => {
      const transcode =
        transcoding && ((...of: Parameters<typeof transcoding.transcode>) => transcoding.transcode(...of))
      const session = new PreviewSession(page, { ...options, transcode })
      open.add(session)
      page.on('close', () => open.delete(session))
    })
  })
  return {
    async [Symbol.asyncDispose]() {
      await Promise.all([...open].map((session) => session.end()))
      for (const page of sockets.clients) page.terminate()
    },
  }
}

/** Whether a live socket is asked for, in the way in which the cloud is. */
function speaksLive({ headers }: IncomingMessage): boolean {
  const names = (headers['sec-websocket-protocol'] ?? '').split(',').map((name) => name.trim())
  return names.includes(liveSubprotocol) && names.some((name) => name.startsWith(bearerPrefix))
}

async function readFiles(): Promise<Files> {
  const script = 'text/javascript'
  const read = (file: string) =>
    readFile(new URL(file, playerFolder), 'utf8').catch((cause: unknown) => {
      throw new AgentError('failed', 'the player is missing in this installation', { cause })
    })
  const [player, mpeg1, mse] = await Promise.all([read('player.js'), read('mpeg1.js'), read('mse.js')])
  return new Map([
    ['/view.js', { type: script, content: viewScript }],
    ['/style.css', { type: 'text/css', content: pageStyle }],
    ['/player/v1/player.js', { type: script, content: player }],
    ['/player/v1/mpeg1.js', { type: script, content: mpeg1 }],
    ['/player/v1/mse.js', { type: script, content: mse }],
  ])
}

function isLoopback({ host }: PreviewServerOptions): boolean {
  return host === '127.0.0.1'
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

interface Answering extends PreviewServerOptions {
  readonly door: PreviewDoor
  readonly files: Files
  readonly cameraId: string
}

function answer(request: IncomingMessage, response: ServerResponse, answering: Answering): void {
  const { name, state, streams, door, files, cameraId } = answering
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
  const file = files.get(pathname)
  if (file) return send(response, 200, file.type, file.content)
  if (pathname === '/state') return send(response, 200, 'application/json', JSON.stringify({ text: state() }))
  if (pathname !== '/') return send(response, 404, 'text/plain', 'There is nothing here.\n')
  const hasSub = streams.refusal('sub') === null
  return send(response, 200, 'text/html', previewPage({ name, cameraId, hasSub }))
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
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; media-src blob:; worker-src blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
} as const

function send(response: ServerResponse, status: number, type: string, body: string): void {
  response.writeHead(status, { 'Content-Type': `${type}; charset=utf-8` }).end(body)
}
