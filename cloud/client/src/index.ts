export type { components, operations, paths } from './api.js'
export {
  type Answer,
  type ApiError,
  type ErrorCode,
  errorOf,
  FailedCall,
  type FieldProblem,
  type ValueOf,
  valueOf,
} from './api-error.js'
export { type ClientOptions, type Credential, createSightlineClient, type SightlineClient } from './client.js'
export type { LiveSocket, OpenSocket } from './live/live-socket.js'
export type { MediaFrame } from './live/media-frame.js'
export type { Format, ServerState } from './live/server-message.js'
export type { JudgedState } from './live/slow-side.js'
export { type ChangeNotice, type HeardNotice, type NoticesOptions, notices } from './notices.js'
export { itemsOf, type Page, type PagePlace } from './pages.js'
export type { Timing } from './platform/timing.js'
export { type RetryOptions, retrying, type Send } from './retry.js'
export { type HeldTokens, isSignedOut, Session, type SessionOptions } from './session.js'
export {
  changesSince,
  type FollowedPage,
  type FollowPlace,
  type SyncOptions,
  type SyncStep,
  sync,
  UnfollowedList,
} from './sync.js'
export { WatchEnded, type WatchOptions, watch } from './watch.js'
export type { WatchStep } from './watch-steps.js'
export { type ReceivedWebhook, type VerifiedWebhook, verifyWebhook } from './webhook.js'
