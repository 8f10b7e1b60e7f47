import type { FastifyReply, FastifyRequest } from 'fastify'
import { missing } from '../errors.js'
import { isUnchanged } from '../http/if-none-match.js'
import type { Slice } from '../http/slice.js'
import { packageFolder } from '../process/package-folder.js'
import { type ConsoleFile, readConsoleFiles } from './console-files.js'
import { encodedFor } from './content-encoding.js'
import { contentPolicy } from './content-policy.js'

/** Beside `src` and `dist` alike: what cloud/console/build.mjs made. */
const folder = new URL('console/dist/', packageFolder)

/** Addresses of the console, each with all below it. The page is the same for all: its script shows what belongs there. */
const pages = [
  '/live',
  '/alerts',
  '/events',
  '/cameras',
  '/gateways',
  '/health',
  '/rules',
  '/inbox',
  '/ask',
  '/me',
  '/settings',
  '/sites',
  '/login',
]

/** What browsers ask for by a name that never changes. */
const keptUnderTheirName = [
  'icon.svg',
  'icon-192.png',
  'icon-512.png',
  'icon-maskable-512.png',
  'badge-96.png',
  'manifest.webmanifest',
]

/**
 * The console at `/`. Its page is asked for with every visit, so that a new release is seen at once; its parts bear a hash of
 * what is in them and are kept for ever.
 *
 * @param mediaOrigins where clips and pictures come from besides this service
 */
export const consoleRoutes: Slice<{ mediaOrigins: readonly string[] }> = async (app, { mediaOrigins }) => {
  const files = await readConsoleFiles(folder)
  const hidden = { config: { access: 'public', errors: ['missing'] }, schema: { hide: true } } as const

  const page = (request: FastifyRequest, reply: FastifyReply) => {
    const live = app.platform.publicUrl()
    const policy = contentPolicy({ media: [live, ...mediaOrigins], live, isConsole: true })
    void reply.headers({ 'content-security-policy': policy, 'cache-control': 'no-store' })
    return send(request, reply, files.get('index.html'))
  }
  for (const path of ['/', ...pages, ...pages.map((one) => `${one}/*`)]) app.get(path, hidden, page)

  app.get<{ Params: { '*': string } }>('/assets/*', hidden, (request, reply) => {
    void reply.header('cache-control', 'public, max-age=31536000, immutable')
    return send(request, reply, files.get(`assets/${request.params['*']}`))
  })
  for (const name of keptUnderTheirName)
    app.get(`/${name}`, hidden, (request, reply) => {
      void reply.header('cache-control', 'no-cache')
      return send(request, reply, files.get(name))
    })
  app.get('/service-worker.js', hidden, (request, reply) => {
    // It loads nothing but the drawing of what it shows.
    const policy = "default-src 'none'; img-src 'self'"
    void reply.headers({ 'content-security-policy': policy, 'cache-control': 'no-cache' })
    return send(request, reply, files.get('service-worker.js'))
  })
}

function send({ headers }: FastifyRequest, reply: FastifyReply, file: ConsoleFile | undefined) {
  if (!file) {
    void reply.removeHeader('cache-control')
    throw missing('file')
  }
  const { encoding, content } = encodedFor(headers['accept-encoding'], file)
  void reply.headers({ etag: file.etag, vary: 'Accept-Encoding' })
  if (isUnchanged(headers['if-none-match'], file.etag)) return reply.code(304).send()
  if (encoding) void reply.header('content-encoding', encoding)
  return reply.type(file.type).send(content)
}
