import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { AppError } from '../errors.js'
import { isUnchanged } from '../http/if-none-match.js'
import type { Slice } from '../http/slice.js'
import { packageFolder } from '../process/package-folder.js'
import { type EncodedFile, encodedFor } from './content-encoding.js'

/** Beside `src` and `dist` alike: what cloud/console/player/build.mjs made. */
const folder = new URL('console/player/dist/', packageFolder)

/** What pages load: the player, and what the player loads itself where it has to: for MPEG-1, and for Media Source Extensions. */
const PlayerFile = z.object({ file: z.enum(['player.js', 'mpeg1.js', 'mse.js']) })

/**
 * `GET /player/v1/player.js`, `mpeg1.js` and `mse.js`, which pages of every origin may load. They hold no secret, and what
 * they show needs a token. Asked for with every visit, so that a new release is seen at once; unchanged, they are not sent again.
 */
export const playerRoutes: Slice = async (app) => {
  const files = new Map<string, Promise<EncodedFile>>()
  const held = (file: string): Promise<EncodedFile> => {
    const known = files.get(file) ?? read(file)
    files.set(file, known)
    return known.catch((cause: unknown) => {
      files.delete(file)
      throw new AppError('missing', 'the player was not built', { cause })
    })
  }

  app.get(
    '/player/v1/:file',
    { config: { access: 'public' }, schema: { hide: true, params: PlayerFile } },
    async ({ headers, params }, reply) => {
      const { encoding, content } = encodedFor(headers['accept-encoding'], await held(params.file))
      const etag = `"${createHash('sha256').update(content).digest('base64url')}"`
      void reply.headers({
        etag,
        vary: 'Accept-Encoding',
        'cache-control': 'no-cache',
        'access-control-allow-origin': '*',
        'cross-origin-resource-policy': 'cross-origin',
      })
      if (isUnchanged(headers['if-none-match'], etag)) return reply.code(304).send()
      if (encoding) void reply.header('content-encoding', encoding)
      return reply.type('text/javascript; charset=utf-8').send(content)
    },
  )
}

async function read(file: string): Promise<EncodedFile> {
  const [plain, br, gzip] = await Promise.all(
    ['', '.br', '.gz'].map((ending) => readFile(new URL(file + ending, folder))),
  )
  if (!plain || !br || !gzip) throw new Error(`of ${file} a form is missing`)
  return { plain, br, gzip }
}
