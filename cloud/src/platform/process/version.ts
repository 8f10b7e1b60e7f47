import { readFileSync } from 'node:fs'
import { z } from 'zod'

const Manifest = z.object({ version: z.string() })

/**
 * Version of this package, and of the agent that is released with it. The manifest lies two folders up, in the
 * sources as in the build.
 */
export const releasedVersion: string = Manifest.parse(
  JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')),
).version
