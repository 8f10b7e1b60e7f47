import { z } from 'zod'
import { invalid } from '../../../platform/errors.js'
import type { Slice } from '../../../platform/http/slice.js'
import type { Uploads } from './upload.service.js'
import { partSize } from './upload-parts.js'

const Path = z.object({ id: z.uuid(), number: z.coerce.number().int().min(1) })

const Tail = z.object({
  org: z.uuid().optional().catch(undefined),
  exp: z.coerce.number().int().optional().catch(undefined),
  sig: z.string().max(64).optional().catch(undefined),
})

/** `/api/v1/uploads`: the parts of clips and snapshots, raw, by their signed links. */
export const uploadRoutes: Slice<{ uploads: Uploads }> = async (app, { uploads }) => {
  // Whatever the type says, the body is bytes on their way to a file.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload))

  app.put(
    '/:id/parts/:number',
    {
      bodyLimit: partSize,
      config: { access: 'signed', errors: ['forbidden'] },
      schema: {
        operationId: 'putUploadPart',
        summary: 'Send a part of an upload, by its link',
        params: Path,
        querystring: Tail,
      },
    },
    async (request, reply) => {
      const { params, query, raw } = request
      const length = request.headers['content-length']
      try {
        await uploads.takePart({
          orgId: query.org,
          uploadId: params.id,
          number: params.number,
          tail: query,
          bytes: length === undefined ? null : Number(length),
          // A store that fails in the midst of a part ends no connection: the sender is to hear the answer.
          body: raw.iterator({ destroyOnReturn: false }),
        })
      } catch (error) {
        if (raw.errored || (raw.destroyed && !raw.complete))
          throw invalid('the connection ended before the part did', error)
        // Nobody listens to it before it has sent its part.
        raw.on('data', () => undefined)
        throw error
      }
      return reply.code(204).send()
    },
  )
}
