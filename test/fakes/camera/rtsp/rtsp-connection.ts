import { randomBytes } from 'node:crypto'
import type { Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { TLSSocket } from 'node:tls'
import type { Authenticator } from '../authentication.js'
import { chooseOutput } from './choose-output.js'
import { Damage } from './damage.js'
import type { DatagramPorts } from './datagram-ports.js'
import { describeAnswer } from './describe-answer.js'
import { findStream } from './find-stream.js'
import { formatAnswer, type Incoming, IncomingParser, type RtspAnswer, type RtspRequest } from './message.js'
import type { CameraContext, ServedStream } from './rtsp-context.js'
import { NO_RTSP_QUIRKS, type RtspQuirks } from './rtsp-quirks.js'
import { RtspSession } from './rtsp-session.js'
import { AUDIO_TRACK, WAY_BACK } from './sdp.js'
import { staleFrames } from './stale-frames.js'

/** What a session outlives its time-out by, ms: this process may have had no time to read what came in time. */
const graceMs = 50

const METHODS = ['OPTIONS', 'DESCRIBE', 'SETUP', 'PLAY', 'GET_PARAMETER', 'TEARDOWN']

function newSessionId(): string {
  return randomBytes(8).toString('hex')
}

/** One TCP connection of a client with at most one session, alive until either side ends it. */
export class RtspConnection {
  session: RtspSession | null = null
  readonly socket: Socket
  #sessionId = ''
  /** All that were given out for the session. */
  #sessionIds: string[] = []
  readonly #damage: Damage
  readonly #context: CameraContext
  readonly #others: () => Iterable<RtspConnection>
  readonly #datagrams: DatagramPorts | null
  readonly #authenticator: Authenticator
  readonly #parser = new IncomingParser()
  readonly #lifetime = new AbortController()
  #timeout: NodeJS.Timeout | null = null
  #work: Promise<void> = Promise.resolve()

  /** @param datagrams from where UDP is sent; null where it is not offered */
  constructor(
    socket: Socket,
    context: CameraContext,
    datagrams: DatagramPorts | null,
    others: () => Iterable<RtspConnection>,
  ) {
    this.socket = socket
    this.#context = context
    this.#datagrams = datagrams
    this.#others = others
    this.#damage = new Damage(context.faults)
    this.#authenticator = context.newAuthenticator()
    socket.setNoDelay(true)
    socket.on('error', () => {})
    socket.on('data', (chunk: Buffer) => this.#receive(chunk))
    socket.once('close', () => this.#end())
  }

  #end(): void {
    this.#lifetime.abort()
    this.#endSession()
  }

  /** Resets the connection (one that is encrypted ends without a word); its session is over when this returns. */
  drop(): void {
    this.#end()
    if (this.socket instanceof TLSSocket) this.socket.destroy()
    else this.socket.resetAndDestroy()
  }

  #finishSession(): void {
    this.session?.sayGoodbye()
    this.#endSession()
  }

  #endSession(): void {
    if (this.#timeout !== null) clearTimeout(this.#timeout)
    this.session?.stop()
    this.session = null
  }

  #receive(chunk: Buffer): void {
    const { blackHole, notRtsp } = this.#context.faults.current
    if (blackHole) return
    if (notRtsp === 'http') {
      const page = '<html><body><h1>400 Bad Request</h1></body></html>'
      const head = `HTTP/1.1 400 Bad Request\r\nContent-Type: text/html\r\nContent-Length: ${page.length}`
      this.socket.end(`${head}\r\nConnection: close\r\n\r\n${page}`)
      return
    }
    if (notRtsp === 'garbage') {
      // Never like a packet, of which cameras send some from an old session, nor like an empty line.
      this.socket.write(Buffer.concat([Buffer.from([0xff]), randomBytes(511)]))
      return
    }
    for (const incoming of this.#parser.push(chunk)) this.#take(incoming)
  }

  #take(incoming: Incoming): void {
    if (incoming.kind === 'interleaved') {
      this.#context.counters.rtcpReportsReceived++
      return
    }
    if (incoming.kind === 'malformed') {
      this.socket.end(formatAnswer({ status: 400 }, undefined))
      return
    }
    // Answers leave in the order of the requests, also where some of them wait.
    this.#work = this.#work
      .then(() => this.#answer(incoming.request))
      .catch(() => {
        this.socket.destroy()
      })
  }

  async #answer(request: RtspRequest): Promise<void> {
    const { counters, faults } = this.#context
    counters.countRequest(request.method)
    if (!this.#quirks.countsOnlyOk) this.#postponeTimeout()
    const { answerDelayMs } = faults.current
    if (answerDelayMs > 0) {
      const waited = delay(answerDelayMs, true, { signal: this.#lifetime.signal })
      if (!(await waited.catch(() => false))) return
    }
    const result = this.#decide(request)
    if (!this.socket.writable) return
    if (this.#quirks.staleData) this.socket.write(staleFrames())
    this.socket.write(this.#formatted(result, request))
    if (result.status !== 200) return
    this.#postponeTimeout()
    if (request.method === 'PLAY') this.session?.play()
    if (request.method === 'TEARDOWN') this.#finishSession()
  }

  get #quirks(): RtspQuirks {
    return { ...NO_RTSP_QUIRKS, ...this.#context.faults.current.rtsp }
  }

  #formatted(result: RtspAnswer, request: RtspRequest): string {
    const { cseq } = this.#quirks
    const number = cseq === 'missing' ? undefined : request.headers.get('cseq')
    const text = formatAnswer(result, number, this.#quirks.bodyLength)
    return cseq === 'lower-case' ? text.replace('\r\nCSeq:', '\r\ncseq:') : text
  }

  #decide(request: RtspRequest): RtspAnswer {
    const { answerWith, redirect } = this.#context.faults.current
    if (!METHODS.includes(request.method)) return { status: 501 }
    if (request.method === 'OPTIONS') return this.#options()
    if (this.#quirks.wantsUserAgent && !request.headers.has('user-agent')) return { status: 401 }
    const redirected = redirect !== null && request.method === 'DESCRIBE'
    const redirection = { status: redirect?.status ?? 302, headers: { Location: redirect?.to ?? '' } }
    if (redirected && redirect.afterLogin !== true) return redirection
    if (!this.#isLoggedIn(request)) {
      return { status: 401, headers: { 'WWW-Authenticate': this.#authenticator.headers() } }
    }
    if (redirected) return redirection
    const forced = answerWith[request.method]
    if (forced !== undefined) return { status: forced }
    return this.#perform(request)
  }

  #perform(request: RtspRequest): RtspAnswer {
    switch (request.method) {
      case 'DESCRIBE':
        return this.#describe(request.uri)
      case 'SETUP':
        return this.#setUp(request)
      case 'PLAY':
        return this.#play(request)
      case 'TEARDOWN':
        return this.#belongsToSession(request) ? { status: 200 } : { status: 454 }
      default:
        return this.#getParameter(request)
    }
  }

  #getParameter(request: RtspRequest): RtspAnswer {
    const { getParameter } = this.#quirks
    if (typeof getParameter === 'number') return { status: getParameter }
    switch (getParameter) {
      case 'hangs-up':
        this.socket.destroy()
        return { status: 500 }
      case 'unknown':
        return { status: 501 }
      case 'works':
        return request.headers.has('session') && !this.#belongsToSession(request)
          ? { status: 454 }
          : { status: 200 }
    }
  }

  #options(): RtspAnswer {
    const { answerWith } = this.#context.faults.current
    const refused = (method: string) => answerWith[method] === 501 || answerWith[method] === 405
    return { status: 200, headers: { Public: METHODS.filter((method) => !refused(method)).join(', ') } }
  }

  #isLoggedIn(request: RtspRequest): boolean {
    const { counters, faults } = this.#context
    const authorization = request.headers.get('authorization')
    const verdict = this.#authenticator.verify(authorization, request.method, request.uri)
    const refused = faults.current.wrongPassword && authorization !== undefined
    if (verdict === 'missing') return false
    if (verdict === 'failed' || refused) {
      counters.credentialsFailed++
      return false
    }
    if (authorization !== undefined) counters.credentialsOk++
    if (this.#quirks.freshNonces) this.#authenticator.forgetNonces()
    return true
  }

  #describe(uri: string): RtspAnswer {
    const found = findStream(this.#context.streams, uri)
    return found === null ? { status: 404 } : describeAnswer(this.#context, this.#quirks, found.stream, uri)
  }

  #setUp(request: RtspRequest): RtspAnswer {
    const found = findStream(this.#context.streams, request.uri)
    if (found === null) return { status: 404 }
    if (found.control === WAY_BACK) return this.#refuseWayBack()
    const kind = found.control === AUDIO_TRACK ? 'audio' : 'video'
    const { audioSetup, sessionIds } = this.#quirks
    if (kind === 'audio' && audioSetup === 'refused') return { status: 500 }
    if (kind === 'audio' && audioSetup === 'hangs-up') {
      this.socket.destroy()
      return { status: 500 }
    }
    const options = {
      context: this.#context,
      damage: this.#damage,
      datagrams: this.#datagrams,
      quirks: this.#quirks,
      socket: this.socket,
      tracks: this.session?.tracks.size ?? 0,
    }
    const output = chooseOutput(request.headers.get('transport') ?? '', options)
    if (output === null) return { status: 461 }
    const named = request.headers.get('session')?.split(';', 1)[0] ?? ''
    if (this.session !== null && !this.#sessionIds.includes(named)) return { status: 454 }
    const someoneElse = [...this.#others()].some((other) => other !== this && other.session !== null)
    if (someoneElse && this.#context.faults.current.secondClient === 'refuse') return { status: 453 }
    if (this.session === null) this.#openSession(found.stream)
    else if (sessionIds !== 'one') this.#sessionIds.push(newSessionId())
    const session = this.session
    if (session === null) return { status: 500 }
    this.#sessionId = (sessionIds === 'first-counts' ? this.#sessionIds[0] : this.#sessionIds.at(-1)) ?? ''
    const { sender } = session.setUp(kind, output, request.uri)
    const ssrc = sender.ssrc.toString(16).padStart(8, '0').toUpperCase()
    return {
      status: 200,
      headers: {
        Transport: `${output.transport};ssrc=${ssrc}`,
        Session: `${this.#sessionIds.at(-1) ?? ''};timeout=${this.#context.sessionTimeoutSec}`,
      },
    }
  }

  /** Doorbells hang up when somebody wants to speak to them. */
  #refuseWayBack(): RtspAnswer {
    this.#context.counters.waysBackSetUp++
    this.socket.resetAndDestroy()
    return { status: 500 }
  }

  #openSession(stream: ServedStream): void {
    this.#sessionIds = [newSessionId()]
    this.#sessionId = this.#sessionIds[0] ?? ''
    const number = ++this.#context.counters.sessionsOpened
    this.session = new RtspSession(number, stream.name, stream.live, this.#context, this.socket)
    this.#postponeTimeout()
  }

  #play(request: RtspRequest): RtspAnswer {
    const session = this.session
    if (session === null) return { status: 455 }
    if (!this.#belongsToSession(request)) return { status: 454 }
    if (this.#context.faults.current.secondClient === 'kick-first') {
      for (const other of this.#others()) if (other !== this) other.session?.throwOut()
    }
    const info = [...session.tracks.values()].map(
      ({ control, sender }) => `url=${control};seq=${sender.firstSequence};rtptime=${sender.firstTimestamp}`,
    )
    const headers = { Session: this.#sessionId, Range: 'npt=now-', 'RTP-Info': info.join(',') }
    return { status: 200, headers }
  }

  #belongsToSession(request: RtspRequest): boolean {
    const named = request.headers.get('session')?.split(';', 1)[0]
    return this.session !== null && named === this.#sessionId
  }

  /** A session lives as long as requests come; reports of the receiver do not count. */
  #postponeTimeout(): void {
    if (this.#timeout !== null) clearTimeout(this.#timeout)
    if (this.session === null) return
    const end = () => {
      this.#context.counters.sessionsTimedOut++
      this.#finishSession()
      this.socket.end()
    }
    this.#timeout = setTimeout(() => {
      // What came while this process had no time is read first.
      this.#timeout = setTimeout(end, graceMs)
    }, this.#context.sessionTimeoutSec * 1000)
  }
}
