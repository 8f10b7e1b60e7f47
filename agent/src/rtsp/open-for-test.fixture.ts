import { type Clock, systemClock } from '../platform/clock.js'
import { systemRandom } from '../platform/random.js'
import { type OpenOptions, openSession } from './open-session.js'
import { parseRtspUrl } from './parse-rtsp-url.js'
import type { RtspSession } from './rtsp-session.js'
import { StreamQuirkCache } from './stream-quirks.js'

const never = new AbortController().signal

/** Its timers run out twenty times as fast. */
export const quickClock: Clock = {
  ...systemClock,
  after: (ms, task) => systemClock.after(ms / 20, task),
}

/** What the sinks of a session heard. */
export class Heard {
  readonly video: string[] = []
  readonly audio: string[] = []
  /** `lost N`, `restarted` and `report N` of the video. */
  readonly news: string[] = []
  /** Codec of the sound that was agreed on. */
  sound: string | null = null

  readonly receive: OpenOptions['receive'] = ({ audio }) => {
    this.sound = audio?.codec ?? null
    return {
      video: {
        payload: (data, start, end) => void this.video.push(data.toString('latin1', start, end)),
        lost: (packets) => void this.news.push(`lost ${packets}`),
        restarted: () => void this.news.push('restarted'),
        senderReport: (ntpMs) => void this.news.push(`report ${ntpMs}`),
      },
      audio: {
        payload: (data, start, end) => void this.audio.push(data.toString('latin1', start, end)),
        lost: () => {},
        restarted: () => {},
      },
    }
  }
}

/** Opens a session at a scripted camera, as a stream that is received does. */
export function openAt(
  url: string,
  heard: Heard,
  more: Partial<OpenOptions> = {},
  signal: AbortSignal = never,
): Promise<RtspSession> {
  return openSession(
    {
      address: parseRtspUrl(url).address,
      credentials: null,
      allowsAddress: () => null,
      clock: systemClock,
      random: systemRandom,
      responseTimeoutMs: 3000,
      datagramTimeoutMs: 300,
      transport: 'tcp',
      quirks: new StreamQuirkCache(),
      receive: heard.receive,
      ...more,
    },
    signal,
  )
}
