import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { readIfThere, writeDurably } from '../platform/durable-file.js'
import type { Random } from '../platform/random.js'
import { PrivateSealingKey } from './identity.js'
import { generateSealingKey } from './sealed-credentials.js'

/**
 * An attempt to redeem a code, kept before it is made: if the answer is lost, the same command makes the
 * same attempt again, and the cloud answers it again instead of calling the code used.
 */
const PairingAttempt = z.object({
  cloud_url: z.string(),
  code: z.string(),
  attempt_id: z.uuid(),
  sealing_key: PrivateSealingKey,
})
export type PairingAttempt = z.infer<typeof PairingAttempt>

const pathIn = (dataDir: string) => join(dataDir, 'pairing-attempt.json')

/** The attempt begun earlier with the same code and cloud, or a new one, durable. */
export async function beginAttempt(
  dataDir: string,
  cloudUrl: string,
  code: string,
  random: Random,
): Promise<PairingAttempt> {
  const earlier = await readAttempt(dataDir)
  if (earlier?.cloud_url === cloudUrl && earlier.code === code) return earlier
  const attempt: PairingAttempt = {
    cloud_url: cloudUrl,
    code,
    attempt_id: random.id(),
    sealing_key: await generateSealingKey(),
  }
  await writeDurably(pathIn(dataDir), JSON.stringify(attempt), { mode: 0o600 })
  return attempt
}

/** The attempt is over: answered, or refused for good. */
export async function endAttempt(dataDir: string): Promise<void> {
  await rm(pathIn(dataDir), { force: true })
}

async function readAttempt(dataDir: string): Promise<PairingAttempt | null> {
  const bytes = await readIfThere(pathIn(dataDir))
  if (bytes === null) return null
  try {
    return PairingAttempt.parse(JSON.parse(bytes.toString('utf8')))
  } catch {
    return null
  }
}
