import type { AgentMediaMessage, LiveFormat } from '@sightline/protocol'
import type { PacketSource } from '../stream/packet.js'
import type { LiveWish } from './frame-choice.js'
import type { UnsentFrame } from './media-socket.js'

/** Where a rendition sends what it makes. Nothing of it throws. */
export interface MediaSink {
  format(format: LiveFormat): void
  /** @returns false for a frame that is too large to be sent */
  frame(frame: UnsentFrame): boolean
  state(state: Extract<AgentMediaMessage, { type: 'state' }>['state'], message: string | null): void
  /** Whether nothing more is to be sent for now: what was sent does not arrive in time. */
  isBehind(): boolean
  /** Since it was behind, the line was silent and carries again: what was left out can be caught up with. */
  hasComeBack(): boolean
  /** Nothing comes of this rendition, however often it is tried: the socket ends, with the reason. */
  failed(reason: string): void
  /** What there is is too long: the camera is asked for a keyframe. */
  askForKeyframe(): void
}

/** Makes of a camera's packets what viewers get, from `begin` to `stop`. */
export interface Rendition {
  /** Goes on with this source, in place of any before. */
  begin(source: PacketSource): void
  /** Nothing comes from the source any more. */
  rest(): void
  change(wish: LiveWish): void
  /** Resolves once nothing of it runs any more. */
  stop(): Promise<void>
}
