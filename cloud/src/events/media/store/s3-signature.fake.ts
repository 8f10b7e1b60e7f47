import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

/** Whose requests a store takes. */
export interface S3Account {
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly region: string
}

export interface SignedRequest {
  readonly method: string
  /** Path and query, as sent. */
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

const algorithm = 'AWS4-HMAC-SHA256'
const hexOf = (bytes: string | Buffer): string => createHash('sha256').update(bytes).digest('hex')
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()

/** As the signature wants it: everything but letters, digits and -._~ by percent. */
const escape = (text: string): string =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)

interface Signature {
  readonly credential: string
  readonly signedHeaders: string
  readonly signature: string
  /** As `20260101T000000Z`. */
  readonly date: string
  /** Seconds; for a signature in the query. */
  readonly validSec: number
  readonly payloadHash: string
}

/**
 * What is wrong with the signature of a request (Signature Version 4, in the header or in the query), or null.
 * @param nowMs milliseconds since the epoch
 */
export function signatureFault(request: SignedRequest, account: S3Account, nowMs: number): string | null {
  const query = new URLSearchParams(request.url.split('?')[1] ?? '')
  const given = query.has('X-Amz-Signature') ? inQuery(query) : inHeader(request.headers)
  if (!given) return 'AccessDenied'
  const [keyId, day, region, service, end] = given.credential.split('/')
  if (keyId !== account.accessKeyId) return 'InvalidAccessKeyId'
  if (region !== account.region || service !== 's3' || end !== 'aws4_request') {
    return 'AuthorizationHeaderMalformed'
  }
  if (day !== given.date.slice(0, 8)) return 'SignatureDoesNotMatch'
  const ageMs = nowMs - timeOf(given.date)
  if (ageMs < -900_000 || ageMs > given.validSec * 1000) return 'AccessDenied'
  if (/^[0-9a-f]{64}$/.test(given.payloadHash) && given.payloadHash !== hexOf(request.body)) {
    return 'XAmzContentSHA256Mismatch'
  }
  const expected = sign(request, query, given, account, `${day}/${region}/s3/aws4_request`)
  const [one, other] = [Buffer.from(expected), Buffer.from(given.signature)]
  return one.length === other.length && timingSafeEqual(one, other) ? null : 'SignatureDoesNotMatch'
}

function sign(
  { method, url, headers }: SignedRequest,
  query: URLSearchParams,
  { signedHeaders, date, payloadHash }: Signature,
  { secretAccessKey, region }: S3Account,
  scope: string,
): string {
  const names = signedHeaders.split(';')
  if (!names.includes('host')) return ''
  const canonical = [
    method,
    url.split('?')[0],
    [...query]
      .filter(([name]) => name !== 'X-Amz-Signature')
      .map(([name, value]) => `${escape(name)}=${escape(value)}`)
      .toSorted()
      .join('&'),
    ...names.map((name) => `${name}:${[headers[name] ?? ''].flat().join(',').trim()}`),
    '',
    signedHeaders,
    payloadHash,
  ].join('\n')
  const day = date.slice(0, 8)
  const key = [region, 's3', 'aws4_request'].reduce(hmac, hmac(`AWS4${secretAccessKey}`, day))
  return hmac(key, [algorithm, date, scope, hexOf(canonical)].join('\n')).toString('hex')
}

function inQuery(query: URLSearchParams): Signature | null {
  if (query.get('X-Amz-Algorithm') !== algorithm) return null
  return {
    credential: query.get('X-Amz-Credential') ?? '',
    signedHeaders: query.get('X-Amz-SignedHeaders') ?? '',
    signature: query.get('X-Amz-Signature') ?? '',
    date: query.get('X-Amz-Date') ?? '',
    validSec: Number(query.get('X-Amz-Expires')),
    payloadHash: 'UNSIGNED-PAYLOAD',
  }
}

function inHeader(headers: IncomingHttpHeaders): Signature | null {
  const form = /^AWS4-HMAC-SHA256 Credential=(\S+), SignedHeaders=(\S+), Signature=([0-9a-f]{64})$/
  const [, credential, signedHeaders, signature] = form.exec(headers.authorization ?? '') ?? []
  const date = [headers['x-amz-date'] ?? ''].flat().join('')
  const payloadHash = [headers['x-amz-content-sha256'] ?? ''].flat().join('')
  if (!credential || !signedHeaders || !signature) return null
  return { credential, signedHeaders, signature, date, validSec: 900, payloadHash }
}

function timeOf(date: string): number {
  return Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
}
