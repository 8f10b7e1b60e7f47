import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import { missing } from '../../../platform/errors.js'
import { originOf } from '../../../platform/http/authenticator.js'
import { isUnchanged } from '../../../platform/http/if-none-match.js'
import type { Slice } from '../../../platform/http/slice.js'
import { byteRange } from './byte-range.js'
import { FetchAudit } from './fetch-audit.js'
import { inlineAs } from './file-name.js'
import { type MediaDeps, type Medium, openMedium } from './open-medium.js'

const Path = z.object({ org: z.uuid(), id: z.uuid() })

/** A tail that is not whole is a link that is not valid, not a malformed request. */
const Tail = z.object({
  exp: z.coerce.number().int().optional().catch(undefined),
  sig: z.string().max(64).optional().catch(undefined),
  to: z
    .templateLiteral([z.enum(['share', 'user', 'service_account']), '.', z.uuid()])
    .optional()
    .catch(undefined),
})

/** Lets a browser show the medium by itself, and nothing else. */
const policy =
  "default-src 'none'; media-src 'self'; img-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'"

/** `/media`: clips and snapshots by their signed links, with Range (RFC 9110, section 14). */
export const mediaRoutes: Slice<Pick<MediaDeps, 'store' | 'links'>> = async (app, { store, links }) => {
  const { clock } = app.platform
  const notes = new FetchAudit(app.platform)

  app.route({
    method: ['GET', 'HEAD'],
    url: '/:org/:id',
    config: { access: 'signed', errors: ['forbidden', 'gone'] },
    schema: {
      operationId: 'getMedium',
      summary: 'A clip or a picture, by its link',
      params: Path,
      querystring: Tail,
    },
    handler: async (request, reply) => {
      const { params, query, headers } = request
      // The link is the credential: whoever has it may show the medium on a page of their own.
      void reply.header('cross-origin-resource-policy', 'cross-origin')
      const medium = await openMedium({ ...app.platform, links }, params.org, params.id, query)
      const secondsLeft = (query.exp ?? 0) - Math.floor(clock.now() / 1000)
      const elsewhere =
        request.method === 'GET' && !medium.isShared
          ? await store.linkTo(medium.key, {
              contentType: medium.contentType,
              contentDisposition: inlineAs(medium.fileName),
              validSec: secondsLeft,
            })
          : null
      if (elsewhere !== null) {
        await notes.note(medium, originOf(request))
        void reply.header('cache-control', `private, max-age=${secondsLeft}`)
        return reply.redirect(elsewhere, 302)
      }
      const etag = `"${medium.sha256}"`
      const wanted = ifRangeHolds(headers['if-range'], etag)
        ? byteRange(headers.range, medium.bytes)
        : 'whole'
      const range = typeof wanted === 'object' ? wanted : undefined
      const known = isUnchanged(headers['if-none-match'], etag)
      const isSent = request.method === 'GET' && !known && wanted !== 'unsatisfiable'
      if (isSent) await notes.note(medium, originOf(request))
      const bytes = isSent ? await store.read(medium.key, range) : undefined
      if (bytes === null) throw missing('medium')

      describe(reply, medium, etag, secondsLeft)
      if (known) return reply.code(304).send()
      if (wanted === 'unsatisfiable') {
        reply.code(416).headers({ 'content-range': `bytes */${medium.bytes}`, 'content-length': 0 })
        return reply.send()
      }
      reply.header('content-length', range ? range.end - range.start + 1 : medium.bytes)
      if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${medium.bytes}`)
      return reply.send(bytes)
    },
  })
}

function describe(reply: FastifyReply, medium: Medium, etag: string, secondsLeft: number): void {
  void reply.headers({
    'content-type': medium.contentType,
    'content-disposition': inlineAs(medium.fileName),
    'content-security-policy': policy,
    'accept-ranges': 'bytes',
    'cache-control': medium.isShared
      ? 'private, no-cache'
      : `private, max-age=${Math.max(0, secondsLeft)}, immutable`,
    etag,
  })
}

/** A part is asked for only if the object is still this one; else the whole is wanted. */
function ifRangeHolds(ifRange: string | string[] | undefined, etag: string): boolean {
  return ifRange === undefined || ifRange === etag
}
