import { noPins } from './certificate-pins.js'
import { credentialForms } from './credential-forms.js'
import { describeStream } from './describe-stream.js'
import { parseRtspUrl } from './parse-rtsp-url.js'
import { RtspAuthentication } from './rtsp-authentication.js'
import { RtspConnection } from './rtsp-connection.js'
import { RtspDialogue } from './rtsp-dialogue.js'
import type { RtspSessionOptions } from './session-options.js'
import { StreamFailure } from './stream-failure.js'

const userAgent = 'Sightline/0.1'
const timeoutMs = 5000

type DescribeOptions = Pick<
  RtspSessionOptions,
  'allowsAddress' | 'clock' | 'credentials' | 'digestOnly' | 'pins' | 'random'
>

/**
 * What the video of a stream is by its description; nothing is set up.
 * @returns null where that cannot be said now; `other` for what cannot be recorded
 * @throws the signal's reason
 */
export async function describedCodec(
  url: string,
  options: DescribeOptions,
  signal: AbortSignal,
): Promise<'h264' | 'h265' | 'other' | null> {
  const { credentials, digestOnly = false, random, pins = noPins } = options
  let connection: RtspConnection | null = null
  try {
    const { address } = parseRtspUrl(url)
    const { host, port, isSecure } = address
    const times = { timeoutMs, responseTimeoutMs: timeoutMs }
    const target = { ...options, ...times, host, port, pins: isSecure ? pins : null, userAgent }
    connection = await RtspConnection.open(target, () => {}, signal)
    const forms = credentials === null ? [] : credentialForms(credentials)
    const dialogue = new RtspDialogue(connection, new RtspAuthentication({ forms, digestOnly, random }))
    return (await describeStream(dialogue, address.url)).video.codec
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof StreamFailure)) throw error
    return error.fault === 'codec' || error.fault === 'no_video' ? 'other' : null
  } finally {
    await connection?.close()
  }
}
