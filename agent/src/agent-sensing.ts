import type { AgentGround } from './agent-parts.js'
import { createFfmpegGrayDecoder } from './motion/ffmpeg-gray-decoder.js'
import type { GrayDecoder } from './motion/gray-decoder.js'
import { EventTombstones } from './onvif/event-tombstones.js'
import type { Ffmpeg } from './platform/ffmpeg/find-ffmpeg.js'
import { secrets } from './platform/secrets.js'

/** By what all cameras of an agent notice that something happens. */
export interface Sensing {
  /** Null without ffmpeg: then the cameras' own events are all that there is. */
  readonly decoder: GrayDecoder | null
  readonly tombstones: EventTombstones
  /** Ends what is being looked at. */
  readonly close: () => Promise<void>
}

/** @param dataDir where it is kept which cameras stand no subscription; null: in memory only */
export async function openSensing(
  { clock, log }: AgentGround,
  dataDir: string | null,
  ffmpeg: Ffmpeg | null,
): Promise<Sensing> {
  const redact = (text: string) => secrets.redact(text)
  const decoder = ffmpeg && createFfmpegGrayDecoder({ ffmpeg, clock, redact })
  return {
    decoder,
    tombstones: await EventTombstones.open(dataDir, log),
    close: async () => decoder?.close(),
  }
}
