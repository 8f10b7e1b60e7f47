import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { packageFolder } from './package-folder.js'

const Manifest = z.object({ version: z.string() })

/** Version of this package. */
export const agentVersion: string = Manifest.parse(
  JSON.parse(readFileSync(new URL('package.json', packageFolder), 'utf8')),
).version
