import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import { missing } from '../platform/errors.js'
import type { Slice } from '../platform/http/slice.js'

/** Beside `src` and `dist` alike: the pages are served as they are written. */
const folder = new URL('../../pages/', import.meta.url)

const types = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
} as const

/** What the pages load; nothing else of the folder is served under its name. */
const PartName = z.enum(['page.css', 'api.js', 'show-event.js', 'reset.js', 'event.js', 'shared.js'])
const Part = z.object({ file: PartName })
/** 256 bits in base64url. */
const ShareToken = z.object({ token: z.string().regex(/^[\w-]{43}$/) })
const EventId = z.object({ id: z.uuid() })

/**
 * The small pages where the links of e-mails, alerts and shares lead: `/reset`, `/events/{id}`, `/shared/{token}`.
 * A page is the same for everybody; what it shows its script fetches from the API with the visitor's own credential.
 *
 * @param mediaOrigins where clips and pictures come from besides this service
 */
export const pageRoutes: Slice<{ mediaOrigins: readonly string[] }> = async (app, { mediaOrigins }) => {
  const policy = (): string => contentPolicy([app.platform.publicUrl(), ...mediaOrigins].map(originOf))
  const [reset, event, shared] = await Promise.all(['reset.html', 'event.html', 'shared.html'].map(read))
  const files = new Map(
    await Promise.all(PartName.options.map(async (file) => [file, await read(file)] as const)),
  )

  const page = (reply: FastifyReply, content: Buffer | undefined) =>
    reply.type(types.html).header('content-security-policy', policy()).send(content)
  const publicPage = { access: 'public' } as const

  app.get('/reset', { config: publicPage, schema: { hide: true } }, (_request, reply) => page(reply, reset))
  app.get('/events/:id', { config: publicPage, schema: { hide: true, params: EventId } }, (_request, reply) =>
    page(reply, event),
  )
  app.get(
    '/shared/:token',
    { config: publicPage, schema: { hide: true, params: ShareToken } },
    (_request, reply) => page(reply, shared),
  )
  app.get(
    '/pages/:file',
    { config: publicPage, schema: { hide: true, params: Part } },
    ({ params: { file }, headers }, reply) => {
      const content = files.get(file)
      if (!content) throw missing('file')
      const etag = `"${createHash('sha256').update(content).digest('base64url')}"`
      // Asked for with every visit, so that a new release is seen at once; unchanged, it is not sent again.
      void reply.headers({ etag, 'cache-control': 'no-cache' })
      if (headers['if-none-match'] === etag) return reply.code(304).send()
      return reply.type(file.endsWith('.css') ? types.css : types.js).send(content)
    },
  )
}

const read = (file: string): Promise<Buffer> => readFile(new URL(file, folder))

const originOf = (url: string): string => (url === '' ? "'self'" : new URL(url).origin)

/** Own scripts and styles; pictures and clips also from where they are kept; nothing else. */
function contentPolicy(origins: readonly string[]): string {
  const media = ["'self'", ...new Set(origins)].join(' ')
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    `img-src ${media}`,
    `media-src ${media}`,
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}
