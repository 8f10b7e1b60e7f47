import { randomBytes } from 'node:crypto'
import type { Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { Authenticator } from '../authentication.js'
import { formatAnswer, type Incoming, IncomingParser, type RtspAnswer, type RtspRequest } from './message.js'
import type { CameraContext, ServedStream } from './rtsp-context.js'
import { RtspSession } from './rtsp-session.js'
import { AUDIO_TRACK, formatSdp } from './sdp.js'

const METHODS = ['OPTIONS', 'DESCRIBE', 'SETUP', 'PLAY', 'GET_PARAMETER', 'TEARDOWN']

/** The part of a request's address behind host and port. */
function pathOf(uri: string): string {
  return /^rtsps?:\/\/[^/]*(.*)$/i.exec(uri)?.[1] ?? uri
}

/** One TCP connection of a client with at most one session, alive until either side ends it. */
export class RtspConnection {
  session: RtspSession | null = null
  readonly socket: Socket
  private sessionId = ''
  private readonly context: CameraContext
  private readonly others: () => Iterable<RtspConnection>
  private readonly authenticator: Authenticator
  private readonly parser = new IncomingParser()
  private readonly lifetime = new AbortController()
  private timeout: NodeJS.Timeout | null = null
  private work: Promise<void> = Promise.resolve()

  constructor(socket: Socket, context: CameraContext, others: () => Iterable<RtspConnection>) {
    this.socket = socket
    this.context = context
    this.others = others
    this.authenticator = context.newAuthenticator()
    socket.setNoDelay(true)
    socket.on('error', () => {})
    socket.on('data', (chunk: Buffer) => this.receive(chunk))
    socket.once('close', () => this.end())
  }

  private end(): void {
    this.lifetime.abort()
    this.endSession()
  }

  /** Resets the connection; its session is over when this returns. */
  drop(): void {
    this.end()
    this.socket.resetAndDestroy()
  }

  private finishSession(): void {
    this.session?.sayGoodbye()
    this.endSession()
  }

  private endSession(): void {
    if (this.timeout !== null) clearTimeout(this.timeout)
    this.session?.stop()
    this.session = null
  }

  private receive(chunk: Buffer): void {
    const { blackHole, notRtsp } = this.context.faults.current
    if (blackHole) return
    if (notRtsp === 'http') {
      const page = '<html><body><h1>400 Bad Request</h1></body></html>'
      const head = `HTTP/1.1 400 Bad Request\r\nContent-Type: text/html\r\nContent-Length: ${page.length}`
      this.socket.end(`${head}\r\nConnection: close\r\n\r\n${page}`)
      return
    }
    if (notRtsp === 'garbage') {
      this.socket.write(randomBytes(512))
      return
    }
    for (const incoming of this.parser.push(chunk)) this.take(incoming)
  }

  private take(incoming: Incoming): void {
    if (incoming.kind === 'interleaved') {
      this.context.counters.rtcpReportsReceived++
      return
    }
    if (incoming.kind === 'malformed') {
      this.socket.end(formatAnswer({ status: 400 }, undefined))
      return
    }
    // Answers leave in the order of the requests, also where some of them wait.
    this.work = this.work
      .then(() => this.answer(incoming.request))
      .catch(() => {
        this.socket.destroy()
      })
  }

  private async answer(request: RtspRequest): Promise<void> {
    const { counters, faults } = this.context
    counters.countRequest(request.method)
    this.postponeTimeout()
    const { answerDelayMs } = faults.current
    if (answerDelayMs > 0) {
      const waited = delay(answerDelayMs, true, { signal: this.lifetime.signal })
      if (!(await waited.catch(() => false))) return
    }
    const result = this.decide(request)
    if (!this.socket.writable) return
    this.socket.write(formatAnswer(result, request.headers.get('cseq')))
    if (result.status !== 200) return
    if (request.method === 'PLAY') this.session?.play()
    if (request.method === 'TEARDOWN') this.finishSession()
  }

  private decide(request: RtspRequest): RtspAnswer {
    const { answerWith, redirect } = this.context.faults.current
    if (!METHODS.includes(request.method)) return { status: 501 }
    if (request.method === 'OPTIONS') return this.options()
    const redirected = redirect !== null && request.method === 'DESCRIBE'
    const redirection = { status: redirect?.status ?? 302, headers: { Location: redirect?.to ?? '' } }
    if (redirected && redirect.afterLogin !== true) return redirection
    if (!this.isLoggedIn(request)) {
      return { status: 401, headers: { 'WWW-Authenticate': this.authenticator.headers() } }
    }
    if (redirected) return redirection
    const forced = answerWith[request.method]
    if (forced !== undefined) return { status: forced }
    return this.perform(request)
  }

  private perform(request: RtspRequest): RtspAnswer {
    switch (request.method) {
      case 'DESCRIBE':
        return this.describe(request)
      case 'SETUP':
        return this.setUp(request)
      case 'PLAY':
        return this.play(request)
      case 'TEARDOWN':
        return this.belongsToSession(request) ? { status: 200 } : { status: 454 }
      default:
        return request.headers.has('session') && !this.belongsToSession(request)
          ? { status: 454 }
          : { status: 200 }
    }
  }

  private options(): RtspAnswer {
    const { answerWith } = this.context.faults.current
    const refused = (method: string) => answerWith[method] === 501 || answerWith[method] === 405
    return { status: 200, headers: { Public: METHODS.filter((method) => !refused(method)).join(', ') } }
  }

  private isLoggedIn(request: RtspRequest): boolean {
    const { counters, faults } = this.context
    const authorization = request.headers.get('authorization')
    const verdict = this.authenticator.verify(authorization, request.method, request.uri)
    const refused = faults.current.wrongPassword && authorization !== undefined
    if (verdict === 'missing') return false
    if (verdict === 'failed' || refused) {
      counters.credentialsFailed++
      return false
    }
    if (authorization !== undefined) counters.credentialsOk++
    return true
  }

  private findStream(uri: string): { stream: ServedStream; control: string } | null {
    const path = pathOf(uri)
    const ways = this.context.streams.filter(
      (stream) => path === stream.path || path.startsWith(`${stream.path}/`),
    )
    const stream = ways.toSorted((a, b) => b.path.length - a.path.length)[0]
    return stream === undefined ? null : { stream, control: path.slice(stream.path.length + 1) }
  }

  private describe(request: RtspRequest): RtspAnswer {
    const found = this.findStream(request.uri)
    if (found === null) return { status: 404 }
    const { audio, controlUrls, faults, host, name, parameterSets } = this.context
    const { audioOnly, jpegOnly } = faults.current
    const base = `${request.uri.replace(/\/$/, '')}/`
    const body = formatSdp(name, host, {
      picture: audioOnly ? null : found.stream.live.currentPicture,
      asJpeg: jpegOnly,
      audio: audioOnly || audio !== 'none',
      withoutParameterSets: parameterSets === 'in-band-only',
      controlPrefix: controlUrls === 'absolute' ? base : '',
    })
    return { status: 200, headers: { 'Content-Type': 'application/sdp', 'Content-Base': base }, body }
  }

  private setUp(request: RtspRequest): RtspAnswer {
    const found = this.findStream(request.uri)
    if (found === null) return { status: 404 }
    const transport = request.headers.get('transport') ?? ''
    if (!/^RTP\/AVP\/TCP/i.test(transport)) return { status: 461 }
    if (this.session !== null && !this.belongsToSession(request)) return { status: 454 }
    const someoneElse = [...this.others()].some((other) => other !== this && other.session !== null)
    if (someoneElse && this.context.faults.current.secondClient === 'refuse') return { status: 453 }
    if (this.session === null) this.openSession(found.stream)
    const session = this.session
    if (session === null) return { status: 500 }
    const channels = /interleaved=(\d+)(?:-(\d+))?/.exec(transport)
    const rtp = Number(channels?.[1] ?? session.tracks.size * 2)
    const rtcp = Number(channels?.[2] ?? rtp + 1)
    const kind = found.control === AUDIO_TRACK ? 'audio' : 'video'
    const { sender } = session.setUp(kind, rtp, rtcp, request.uri)
    const ssrc = sender.ssrc.toString(16).padStart(8, '0').toUpperCase()
    return {
      status: 200,
      headers: {
        Transport: `RTP/AVP/TCP;unicast;interleaved=${rtp}-${rtcp};ssrc=${ssrc}`,
        Session: `${this.sessionId};timeout=${this.context.sessionTimeoutSec}`,
      },
    }
  }

  private openSession(stream: ServedStream): void {
    this.sessionId = randomBytes(8).toString('hex')
    const number = ++this.context.counters.sessionsOpened
    this.session = new RtspSession(number, stream.name, stream.live, this.context, this.socket)
    this.postponeTimeout()
  }

  private play(request: RtspRequest): RtspAnswer {
    const session = this.session
    if (session === null) return { status: 455 }
    if (!this.belongsToSession(request)) return { status: 454 }
    if (this.context.faults.current.secondClient === 'kick-first') {
      for (const other of this.others()) if (other !== this) other.session?.throwOut()
    }
    const info = [...session.tracks.values()].map(
      ({ control, sender }) => `url=${control};seq=${sender.firstSequence};rtptime=${sender.firstTimestamp}`,
    )
    const headers = { Session: this.sessionId, Range: 'npt=now-', 'RTP-Info': info.join(',') }
    return { status: 200, headers }
  }

  private belongsToSession(request: RtspRequest): boolean {
    const named = request.headers.get('session')?.split(';', 1)[0]
    return this.session !== null && named === this.sessionId
  }

  /** A session lives as long as requests come; reports of the receiver do not count. */
  private postponeTimeout(): void {
    if (this.timeout !== null) clearTimeout(this.timeout)
    if (this.session === null) return
    this.timeout = setTimeout(() => {
      this.context.counters.sessionsTimedOut++
      this.finishSession()
      this.socket.end()
    }, this.context.sessionTimeoutSec * 1000)
  }
}
