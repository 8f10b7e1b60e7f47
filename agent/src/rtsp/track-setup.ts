import {
  type Channels,
  datagramPath,
  interleavedPath,
  type MediaPath,
  type MediaTransport,
} from './media-path.js'
import type { RtspConnection } from './rtsp-connection.js'
import type { RtspDialogue } from './rtsp-dialogue.js'
import { type ChosenTransport, type RtspResponse, readTransport } from './rtsp-message.js'
import { asStreamFailure, StreamFailure, statusFailure } from './stream-failure.js'

/** A track that the camera agreed to send. */
export interface AgreedTrack {
  readonly path: MediaPath
  readonly chosen: ChosenTransport
}

/** Sound that cost the video: without it the same stream may play. */
export class SoundTrouble extends StreamFailure {}

/** A camera that keeps silent about its sound is not waited for as long as about its video. */
const audioTimeoutMs = 3000
const teardownTimeoutMs = 1000
/** Channels of the first track; the second has those behind them. */
const firstChannel = { video: 0, audio: 2 }

/** Agrees with a camera on how its tracks are sent: the SETUP requests of one session (RFC 2326 section 10.4). */
export class TrackSetup {
  readonly #connection: RtspConnection
  readonly #dialogue: RtspDialogue
  readonly #channels: Channels

  constructor(connection: RtspConnection, dialogue: RtspDialogue, channels: Channels) {
    this.#connection = connection
    this.#dialogue = dialogue
    this.#channels = channels
  }

  /**
   * @param urls what the control may mean; the next is tried where the camera does not know one.
   * @param order what to ask for; the next is tried where the camera refuses one (461).
   * @throws StreamFailure
   */
  async video(urls: readonly string[], order: readonly MediaTransport[]): Promise<AgreedTrack> {
    for (const transport of order) {
      const agreed = await this.#ask(urls, transport, 'video')
      if (agreed !== null) return agreed
    }
    throw refusedTransports(order)
  }

  /**
   * Sound is worth having, and nothing else: whatever goes wrong about it, the video goes on.
   * @returns null where the camera does not agree.
   * @throws SoundTrouble where the camera ended the connection over it.
   */
  async audio(urls: readonly string[], transport: MediaTransport): Promise<AgreedTrack | null> {
    try {
      return await this.#ask(urls, transport, 'audio')
    } catch (error) {
      const { failure } = this.#connection
      if (failure !== null) throw new SoundTrouble(failure.fault, failure.message, error)
      return null
    }
  }

  /** @returns null where the camera refuses this transport. */
  async #ask(
    urls: readonly string[],
    transport: MediaTransport,
    kind: 'video' | 'audio',
  ): Promise<AgreedTrack | null> {
    const path =
      transport === 'tcp'
        ? interleavedPath(this.#connection, this.#channels, firstChannel[kind])
        : await datagramPath(this.#connection)
    try {
      const response = await this.#askFor(urls, path, kind === 'audio' ? audioTimeoutMs : undefined)
      const agreed = response.status === 461 ? null : this.#agreed(response, path)
      if (agreed !== null) return agreed
      // One that sends otherwise than asked has opened a session for that.
      if (response.status !== 461 && kind === 'video') await this.#endSession(urls[0] ?? '')
    } catch (error) {
      await path.close()
      throw error
    }
    await path.close()
    return null
  }

  async #askFor(
    urls: readonly string[],
    path: MediaPath,
    timeoutMs: number | undefined,
  ): Promise<RtspResponse> {
    let response: RtspResponse | null = null
    for (const url of urls) {
      response = await this.#dialogue.ask('SETUP', url, { Transport: path.asked }, timeoutMs)
      if (response.status !== 404 && response.status !== 400) return response
    }
    if (response === null) throw new Error('there is a control to set up')
    return response
  }

  #agreed(response: RtspResponse, path: MediaPath): AgreedTrack | null {
    const failure = statusFailure('SETUP', response.status)
    if (failure !== null) throw failure
    this.#dialogue.remember(response)
    if (this.#dialogue.sessionId === null) {
      throw new StreamFailure('protocol', 'the camera opened no session: restart it, or check its firmware')
    }
    const chosen = readTransport(response.headers)
    const isOther = path.transport === 'tcp' ? chosen.isUdp : chosen.rtpChannel !== null
    return isOther ? null : { path, chosen }
  }

  async #endSession(url: string): Promise<void> {
    await this.#dialogue.send('TEARDOWN', url, {}, teardownTimeoutMs).catch((error: unknown) => {
      if (this.#connection.failure !== null) throw asStreamFailure(error)
    })
    this.#dialogue.forget()
  }
}

function refusedTransports(order: readonly MediaTransport[]): StreamFailure {
  if (order.includes('udp')) {
    return new StreamFailure(
      'protocol',
      'the camera sends neither over TCP nor over UDP to a single receiver: enable unicast in its settings',
    )
  }
  return new StreamFailure(
    'protocol',
    'the camera does not send inside the encrypted connection: enable RTP over RTSP (TCP interleaved) in its settings, or enter its rtsp address',
  )
}
