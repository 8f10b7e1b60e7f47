import { z } from 'zod'
import { Id, Name, Timestamp } from './common.js'
import { SealingKey } from './gateway.js'

/** Letters of a pairing code: 31, none of which is read as another (no 0, O, 1, I, L). */
export const pairingCodeAlphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'

/** Brings a typed code to its stored form: upper case, without blanks and dashes of any kind. */
export function normalisePairingCode(typed: string): string {
  return typed.replace(/[\s\p{Dash_Punctuation}]/gu, '').toUpperCase()
}

export const PairingCodeRequest = z.object({
  name: Name.describe('Shown until the gateway is renamed'),
  site_id: Id,
  gateway_id: Id.optional().describe('Replaces the machine behind this gateway; its cameras stay'),
})

export const PairingCode = z.object({
  id: Id.describe('The gateway that the code makes'),
  pairing_code: z.string().length(6),
  expires_at: Timestamp,
  status: z.literal('registered'),
})

/** Body of `POST /api/v1/gateways/pair`, sent by the gateway itself. */
export const PairRequest = z.object({
  pairing_code: z.string().min(6).max(32),
  name: z.string().trim().max(100).optional(),
  version: z.string().max(64).optional(),
  local_ip: z.string().max(64).optional(),
  public_key: SealingKey.optional(),
  attempt_id: Id.optional().describe('Repeats of one attempt are answered again within the ten minutes'),
})

export const IceServer = z.object({
  urls: z.array(z.string()),
  username: z.string(),
  credential: z.string(),
})

export const PairResponse = z.object({
  gateway_id: Id,
  api_key: z.string(),
  org_id: Id,
  ice_servers: z.array(IceServer),
})

export type PairingCodeRequest = z.infer<typeof PairingCodeRequest>
export type PairingCode = z.infer<typeof PairingCode>
export type PairRequest = z.infer<typeof PairRequest>
export type PairResponse = z.infer<typeof PairResponse>
