import { type CameraPicture, channelLimits, type ProbeOutcome } from '@sightline/protocol'
import type { Clock } from '../platform/clock.js'
import type { Packet } from '../stream/packet.js'
import type { StreamEndpoint } from '../streams/stream-endpoint.js'
import { mostCharacters, type PictureMaker, takePicture } from './take-picture.js'

/** Where the picture of a probe comes from. */
export interface ProbedPictures {
  readonly maker: PictureMaker
  /** The newest pictures of a stream that is received already, from a keyframe on. */
  readonly ofRunning: (endpoint: StreamEndpoint) => readonly Packet[]
}

/** A picture takes no longer, ms: what was found of the camera is not kept waiting for it. */
const withinMs = 4_500
/** For the envelope, and what else of the frame is not its body, bytes. */
const headBytes = 4_096

/**
 * What a probe found, with the picture that was wanted.
 * @throws the signal's reason only
 */
export async function withPicture(
  found: ProbeOutcome,
  gop: () => readonly Packet[],
  { maker, clock }: { readonly maker: PictureMaker; readonly clock: Clock },
  signal: AbortSignal,
): Promise<ProbeOutcome> {
  if (!found.reachable) return found
  const late = new AbortController()
  const cancel = clock.after(withinMs, () => late.abort(new Error('the picture took too long')))
  try {
    const bounds = {
      characters: roomBeside(found),
      signal: AbortSignal.any([signal, late.signal]),
    }
    const taken = await takePicture(gop, maker, bounds)
    signal.throwIfAborted()
    const picture: CameraPicture | null = taken.kind === 'found' ? taken.value : null
    return { ...found, picture }
  } finally {
    cancel()
  }
}

/** Base64 characters for which the frame has room: a recorder may name many channels. */
function roomBeside(found: ProbeOutcome): number {
  const used = Buffer.byteLength(JSON.stringify(found)) + headBytes
  return Math.min(mostCharacters, channelLimits.payloadBytes - used)
}
