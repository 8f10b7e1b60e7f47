import { createHash } from 'node:crypto'
import { DatagramSilence } from './datagram-silence.js'
import type { MediaTransport } from './media-path.js'
import { ClearRefused } from './rtsp-dialogue.js'
import { RtspSession } from './rtsp-session.js'
import type { RtspSessionOptions } from './session-options.js'
import { StreamFailure, StreamRefused } from './stream-failure.js'
import type { StreamQuirkCache } from './stream-quirks.js'
import { SoundTrouble } from './track-setup.js'

export interface OpenOptions
  extends Omit<
    RtspSessionOptions,
    'audio' | 'datagramTimeoutMs' | 'dislikesGetParameter' | 'onDislike' | 'transport'
  > {
  /** What to try first. */
  readonly transport: MediaTransport
  readonly quirks: StreamQuirkCache
  /** From PLAY to the first packet over UDP, ms, before TCP is tried. */
  readonly datagramTimeoutMs: number
}

/** How long sound that cost the video is left alone: the first time it may have been chance. */
const shortestSilenceMs = 60_000
const longestSilenceMs = 60 * 60_000

/**
 * Opens a session as the stream was received last, and once more in another way where that helps: over TCP when
 * nothing arrives over UDP, without the sound when the camera fails over it.
 * @throws StreamFailure, or the signal's reason.
 */
export async function openSession(options: OpenOptions, signal: AbortSignal): Promise<RtspSession> {
  const { address, clock, quirks, transport: wanted } = options
  const key = `${wanted} ${address.url}`
  const { dislikesGetParameter, silentUntilMs, soundSuspected, transport: proven } = quirks.of(key)
  const account = accountKey(options)
  const { tookDigest } = quirks.of(account)
  let transport = proven ?? wanted
  const mayHaveSound = clock.monotonic() >= silentUntilMs
  let audio = mayHaveSound && !soundSuspected
  let datagramTimeoutMs: number | null = options.datagramTimeoutMs
  for (;;) {
    try {
      const session = await RtspSession.open(
        {
          ...options,
          digestOnly: options.digestOnly === true || tookDigest,
          transport,
          audio,
          datagramTimeoutMs,
          dislikesGetParameter,
          onDislike: () => quirks.learn(key, { dislikesGetParameter: true }),
        },
        signal,
      )
      quirks.learn(key, { transport: session.transport })
      if (mayHaveSound) learnSound(options, key, audio)
      if (session.authScheme.startsWith('digest')) quirks.learn(account, { tookDigest: true })
      return session
    } catch (error) {
      if (error instanceof ClearRefused && options.digestOnly !== true) throw weakened(error)
      if (error instanceof DatagramSilence && datagramTimeoutMs !== null) {
        // A camera that knows UDP only is given all the time there is the second time.
        transport = 'tcp'
        datagramTimeoutMs = null
      } else if (error instanceof SoundTrouble && audio) {
        audio = false
        // Some reboot over it, or hold their only session for a while: the try that follows at once fails then too.
        quirks.learn(key, { soundSuspected: true })
      } else {
        // What is refused in words without the sound as well is not refused for it.
        if (soundSuspected || error instanceof StreamRefused) quirks.learn(key, { soundSuspected: false })
        throw error
      }
    }
  }
}

/** Sound is to blame only where the camera plays without it: one that plays neither way was busy, or ill. */
function learnSound({ clock, quirks }: OpenOptions, key: string, played: boolean): void {
  quirks.learn(key, { soundSuspected: false })
  if (played) return quirks.learn(key, { silentTimes: 0 })
  const silentTimes = quirks.of(key).silentTimes + 1
  const silentMs = Math.min(shortestSilenceMs * 2 ** (silentTimes - 1), longestSilenceMs)
  quirks.learn(key, { silentTimes, silentUntilMs: clock.monotonic() + silentMs })
}

/**
 * Names an account at a camera without holding it: another account, or another password, begins anew. All streams of
 * the camera share it.
 */
function accountKey({ address: { host, port }, credentials }: OpenOptions): string {
  const { username = '', password = '' } = credentials ?? {}
  const account = createHash('sha256')
    .update(JSON.stringify([username, password]))
    .digest('hex')
  return `${host.toLowerCase()} ${port} ${account}`
}

function weakened(cause: ClearRefused): StreamFailure {
  return new StreamFailure(
    'auth',
    'the camera took digests of its password before, and asks for the password in the clear now: switch Digest on in it again; if it is another device, give it another password and enter that',
    cause,
  )
}
