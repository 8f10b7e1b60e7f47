// What `watch` and the player stand on: the live sockets of a viewer, from the line to the frames.
export { type Clock, systemClock } from '../platform/clock.js'
export { Fields } from '../platform/fields.js'
export { within } from '../platform/within.js'
export { DelayMeter } from './delay-meter.js'
export { LiveConnection, type LiveConnectionOptions } from './live-connection.js'
export type { Line, LiveSink, LiveSubscription, Wanted } from './live-subscription.js'
export type { MediaFrame } from './media-frame.js'
export type {
  AudioFormat,
  Decodable,
  Ended,
  Format,
  LiveMode,
  ServerState,
  StreamRole,
} from './server-message.js'
export type { JudgedState } from './slow-side.js'
export { mostAnswerMs, type RequestToken, type TokenWhy } from './token-keeper.js'
