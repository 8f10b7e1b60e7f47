import { join } from 'node:path'
import { z } from 'zod'
import { readIfThere, writeDurably } from '../platform/durable-file.js'
import { AgentError } from '../platform/errors.js'
import type { Random } from '../platform/random.js'

const RelayIdentity = z.object({ version: z.literal(1), relay_id: z.uuid() })

/**
 * The id of a relay's data folder, made at its first start: what waits in its outbox is sent under it.
 * @throws AgentError `storage` if the file is damaged
 */
export async function readOrMakeRelayId(dataDir: string, random: Random): Promise<string> {
  const path = join(dataDir, 'relay.json')
  const bytes = await readIfThere(path)
  if (bytes === null) {
    const made = { version: 1, relay_id: random.id() }
    await writeDurably(path, `${JSON.stringify(made)}\n`)
    return made.relay_id
  }
  const parsed = RelayIdentity.safeParse(jsonOf(bytes))
  if (parsed.success) return parsed.data.relay_id
  throw new AgentError('storage', `${path} is damaged`, {
    hint: 'Remove the data folder; what waits in it to be sent is lost then.',
  })
}

function jsonOf(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return undefined
  }
}
