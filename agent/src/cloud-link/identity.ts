import { join } from 'node:path'
import { z } from 'zod'
import { readIfThere, writeDurably } from '../platform/durable-file.js'
import { AgentError, codeOf } from '../platform/errors.js'
import { secrets } from '../platform/secrets.js'

/** Private half of the key to which the cloud seals camera credentials (RFC 8037). */
export const PrivateSealingKey = z.object({
  kty: z.literal('OKP'),
  crv: z.literal('X25519'),
  x: z.string().min(40),
  d: z.string().min(40),
})
export type PrivateSealingKey = z.infer<typeof PrivateSealingKey>

/** Who this gateway is: made at pairing, readable by its owner only. */
export const Identity = z.object({
  version: z.literal(1),
  /** Origin of the cloud, without a slash at the end. */
  cloud_url: z.url(),
  gateway_id: z.uuid(),
  org_id: z.uuid(),
  api_key: z.string().min(1),
  sealing_key: PrivateSealingKey,
  /** 32 bytes in base64: the key under which the configuration is kept on disk. */
  storage_key: z.base64().length(44),
  paired_at: z.string(),
})
export type Identity = z.infer<typeof Identity>

const pathIn = (dataDir: string) => join(dataDir, 'identity.json')

/**
 * Reads the identity of a data folder and registers its secrets with the redactor; null if not paired.
 * @throws AgentError `storage` if the file cannot be read, or is none.
 */
export async function readIdentity(dataDir: string): Promise<Identity | null> {
  const bytes = await readIfThere(pathIn(dataDir)).catch((cause: unknown) => {
    throw new AgentError('storage', `cannot read ${pathIn(dataDir)} (${codeOf(cause) ?? 'unknown reason'})`, {
      hint: 'Check that the data folder belongs to this user, or name another with --data-dir.',
      cause,
    })
  })
  if (bytes === null) return null
  const parsed = Identity.safeParse(jsonOf(bytes))
  if (!parsed.success) {
    throw new AgentError('storage', `${pathIn(dataDir)} is damaged`, {
      hint: 'Pair this gateway again with a new code and --replace.',
    })
  }
  guard(parsed.data)
  return parsed.data
}

/** Keeps the identity, durably and for its owner only. */
export async function writeIdentity(dataDir: string, identity: Identity): Promise<void> {
  guard(identity)
  await writeDurably(pathIn(dataDir), `${JSON.stringify(identity, null, 2)}\n`, { mode: 0o600 })
}

function guard(identity: Identity): void {
  for (const secret of [identity.api_key, identity.sealing_key.d, identity.storage_key]) secrets.add(secret)
}

function jsonOf(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return undefined
  }
}
