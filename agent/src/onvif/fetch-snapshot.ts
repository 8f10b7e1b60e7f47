import { Agent } from 'node:http'
import { readChallenges } from '../platform/access-challenge.js'
import { answerDigest, chooseDigest } from '../platform/digest-access.js'
import { isWholeJpeg } from '../platform/whole-jpeg.js'
import { cameraTlsAgent } from './camera-tls-agent.js'
import { type BodyKind, exchangeHttp, type HttpReply } from './http-exchange.js'
import type { OnvifCredentials } from './onvif-endpoint.js'
import { ConnectionLost, OnvifError } from './onvif-error.js'
import type { OpenSessionDeps } from './open-session.js'
import { resolveHost } from './resolve-host.js'

/** Where a still picture is, and who may have it. */
export interface SnapshotSource {
  /** HTTP address without credentials, as `describeDevice` gives it. */
  readonly url: string
  readonly credentials: OnvifCredentials | null
  /** Asked before; refuses where another device answers there by now. */
  readonly admit?: ((signal: AbortSignal) => Promise<void>) | undefined
}

const timeoutMs = 10_000
const mostBytes = 8 * 1024 * 1024

/**
 * A still picture over HTTP, with the account by Digest or Basic, whichever the camera asks for, tried once. Redirects
 * are not followed, and only what begins as a JPEG is one: cameras answer 200 with a page of their web server.
 * @throws OnvifError, or the signal's reason
 */
export async function fetchSnapshot(
  place: SnapshotSource,
  deps: OpenSessionDeps,
  signal: AbortSignal,
): Promise<Buffer> {
  const url = new URL(place.url)
  const address = await resolveHost(url.hostname.replace(/^\[|\]$/g, ''), deps.allowed, deps.clock)
  const ask = (isKept: boolean) => askForPicture({ place, url, address, isKept }, deps, signal)
  const reply = await ask(true).catch((error: unknown) => {
    if (error instanceof ConnectionLost) return ask(false)
    throw error
  })
  if (reply.status === 401)
    throw new OnvifError('auth', 'the camera refuses its still picture to this account')
  if (reply.status !== 200 || !isJpeg(reply.body)) {
    throw new OnvifError('protocol', `the camera gives no still picture (HTTP ${reply.status})`)
  }
  return reply.body
}

/** @param isKept whether a challenge is answered on the connection on which it came: some bind it, some end that. */
async function askForPicture(
  asked: {
    readonly place: SnapshotSource
    readonly url: URL
    readonly address: string
    readonly isKept: boolean
  },
  deps: OpenSessionDeps,
  signal: AbortSignal,
): Promise<HttpReply> {
  const { place, url, address, isKept } = asked
  const isTls = url.protocol === 'https:'
  const options = { keepAlive: isKept, maxSockets: 1 }
  const agent = isTls ? cameraTlsAgent(options) : new Agent(options)
  try {
    const ask = (authorization?: string) =>
      exchangeHttp(
        {
          tls: isTls,
          agent,
          address,
          port: url.port === '' ? (isTls ? 443 : 80) : Number(url.port),
          path: `${url.pathname}${url.search}`,
          method: 'GET',
          headers: { Host: url.host },
          authorization,
          timeoutMs,
          mostBytes,
          judge: pictureIn,
          words: { where: url.host, late: 'gives no picture', tooLong: 'the picture is larger than 8 MiB' },
        },
        deps.clock,
        signal,
      )
    const open = await ask()
    const authorization = open.status === 401 ? authorizationFor(open, url, place, deps) : null
    return authorization === null ? open : await ask(authorization)
  } finally {
    agent.destroy()
  }
}

/** The answer to a challenge; null where there is none that we know, or nobody to answer for. */
function authorizationFor(
  { challenges }: HttpReply,
  url: URL,
  { credentials }: SnapshotSource,
  { random }: OpenSessionDeps,
): string | null {
  if (credentials === null) return null
  const { username, password, digestOnly = false } = credentials
  const digest = chooseDigest(challenges)
  if (digest !== null) {
    const uri = `${url.pathname}${url.search}`
    const cnonce = Buffer.from(random.bytes(8)).toString('hex')
    return answerDigest(digest, { method: 'GET', uri, username, password }, 1, cnonce)
  }
  const isBasic = readChallenges(challenges).some(({ scheme }) => scheme === 'basic')
  if (!isBasic || digestOnly) return null
  return `Basic ${Buffer.from(`${username}:${password}`, 'utf8').toString('base64')}`
}

function pictureIn(body: Buffer): BodyKind {
  if (!isJpeg(body)) return 'other'
  return isWholeJpeg(body) ? 'whole' : 'part'
}

function isJpeg(bytes: Buffer): boolean {
  return bytes.length > 4 && bytes.readUIntBE(0, 3) === 0xffd8ff
}
