import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import { missing } from '../errors.js'
import { isUnchanged } from '../http/if-none-match.js'
import type { Slice } from '../http/slice.js'
import { packageFolder } from '../process/package-folder.js'
import { contentPolicy } from './content-policy.js'

/** Beside `src` and `dist` alike: the pages are served as they are written. */
const folder = new URL('pages/', packageFolder)

const types = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
} as const

/** What the pages load; nothing else of the folder is served under its name. */
const PartName = z.enum([
  'page.css',
  'api.js',
  'sign-in.js',
  'show-shared-event.js',
  'words.js',
  'reset.js',
  'live.js',
  'shared.js',
])
const Part = z.object({ file: PartName })
/** 256 bits in base64url. */
const ShareToken = z.object({ token: z.string().regex(/^[\w-]{43}$/) })
const ResourceId = z.object({ id: z.uuid() })

/**
 * The small pages beside the console: `/reset` and `/shared/{token}`, where links of e-mails and shares lead, and
 * `/cameras/{id}/live`, which shows a camera.
 * A page is the same for everybody; what it shows its script fetches from the API with the visitor's own credential.
 *
 * @param mediaOrigins where clips and pictures come from besides this service
 */
export const pageRoutes: Slice<{ mediaOrigins: readonly string[] }> = async (app, { mediaOrigins }) => {
  const policy = (shows: 'clips' | 'live'): string => {
    const here = app.platform.publicUrl()
    return contentPolicy({ media: [here, ...mediaOrigins], live: shows === 'live' ? here : null })
  }
  const [reset, shared, live] = await Promise.all(['reset.html', 'shared.html', 'live.html'].map(read))
  const files = new Map(
    await Promise.all(PartName.options.map(async (file) => [file, await read(file)] as const)),
  )

  const page = (reply: FastifyReply, content: Buffer | undefined, shows: 'clips' | 'live' = 'clips') =>
    reply.type(types.html).header('content-security-policy', policy(shows)).send(content)
  const publicPage = { access: 'public' } as const

  app.get('/reset', { config: publicPage, schema: { hide: true } }, (_request, reply) => page(reply, reset))
  app.get(
    '/shared/:token',
    { config: publicPage, schema: { hide: true, params: ShareToken } },
    (_request, reply) => page(reply, shared),
  )
  app.get(
    '/cameras/:id/live',
    { config: publicPage, schema: { hide: true, params: ResourceId } },
    (_request, reply) => page(reply, live, 'live'),
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
      if (isUnchanged(headers['if-none-match'], etag)) return reply.code(304).send()
      return reply.type(file.endsWith('.css') ? types.css : types.js).send(content)
    },
  )
}

const read = (file: string): Promise<Buffer> => readFile(new URL(file, folder))
