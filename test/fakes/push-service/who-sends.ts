import { createPublicKey, verify } from 'node:crypto'
import { z } from 'zod'

const Claims = z.object({ aud: z.string(), exp: z.number(), sub: z.string() })
const Header = z.object({ alg: z.literal('ES256') })

/** Asks of a request what RFC 8292 does. */
interface Asked {
  readonly authorization: string | undefined
  /** Origin of the push service. */
  readonly origin: string
  /** The `applicationServerKey` with which the browser subscribed. */
  readonly serverKey: string
  /** Milliseconds since 1970. */
  readonly now: number
}

/** What is wrong with who sends, or null. Written from RFC 8292 alone. */
export function whoIsWrong({ authorization, origin, serverKey, now }: Asked): string | null {
  const [, token, key] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization ?? '') ?? []
  if (token === undefined || key === undefined) return 'no vapid credentials'
  if (key !== serverKey) return 'another key than the browser subscribed with'
  const [header = '', claims = '', signature = ''] = token.split('.')
  if (!Header.safeParse(jsonOf(header)).success) return 'not signed by ES256'
  const point = Buffer.from(key, 'base64url')
  const publicKey = createPublicKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
  })
  const signed = Buffer.from(`${header}.${claims}`)
  const dsaEncoding = 'ieee-p1363' as const
  if (!verify('sha256', signed, { key: publicKey, dsaEncoding }, Buffer.from(signature, 'base64url')))
    return 'wrong signature'
  const { data } = Claims.safeParse(jsonOf(claims))
  if (!data) return 'claims are missing'
  if (data.aud !== origin) return 'meant for another push service'
  const livesSec = data.exp - now / 1000
  if (livesSec <= 0 || livesSec > 24 * 3600) return 'over, or good for more than a day'
  return /^(mailto:.+@.+|https:\/\/.+)$/.test(data.sub) ? null : 'nobody to reach'
}

function jsonOf(base64url: string): unknown {
  try {
    return JSON.parse(Buffer.from(base64url, 'base64url').toString('utf8')) as unknown
  } catch {
    return null
  }
}
