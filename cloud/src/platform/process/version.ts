import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { packageFolder } from './package-folder.js'

const Manifest = z.object({ version: z.string() })

/** Version of this package, and of the agent that is released with it. */
export const releasedVersion: string = Manifest.parse(
  JSON.parse(readFileSync(new URL('package.json', packageFolder), 'utf8')),
).version
