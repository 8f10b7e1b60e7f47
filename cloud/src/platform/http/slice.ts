import type { FastifyPluginOptions } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { Database } from '../database/database.js'
import type { Platform } from '../platform.js'

declare module 'fastify' {
  interface FastifyInstance {
    platform: Platform
    /** `platform.database`, which every route needs. */
    database: Database
  }
}

/**
 * The HTTP side of a slice: one plugin, registered under its prefix in `app.ts`. What it needs beyond
 * `app.platform` it takes as options.
 */
export type Slice<Needs extends object = FastifyPluginOptions> = FastifyPluginAsyncZod<Needs>
