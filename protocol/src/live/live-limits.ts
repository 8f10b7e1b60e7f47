/** Limits of live view (docs/protocol.md, 20). */
export const liveLimits = {
  /** Bytes of a text message at most. */
  messageBytes: 64 * 1024,
  /** Milliseconds from the upgrade to a viewer's first `subscribe`. */
  firstSubscribeMs: 30_000,
  /** Milliseconds that a viewer's socket stays without a subscription: longer than any `retry_after_ms`. */
  idleMs: 120_000,
  /** Milliseconds from the answer to `live.start` to the media socket of the agent. */
  dialMs: 10_000,
  /** Milliseconds after the last viewer until an upstream ends. */
  lingerMs: 5_000,
  /** Age of the oldest frame without acknowledgement from which on frames are left out, ms. */
  windowMs: 500,
  /** What that age may be more for the sake of a long round trip, ms: over two satellites. */
  mostRoundTripMs: 2_000,
  /** Windows that overflow within `stepDownWithinMs` until a viewer gets the sub stream. */
  overflowsToStepDown: 2,
  stepDownWithinMs: 10_000,
  /** Milliseconds without an overflow until main is tried again. */
  stepUpAfterMs: 60_000,
  /** Bytes of the newest GOP that the cloud keeps of a stream, and of all streams of a node. */
  gopBytes: 8 * 1024 * 1024,
  nodeGopBytes: 256 * 1024 * 1024,
  /** Milliseconds without a frame from which on a picture is called stalled. */
  stalledMs: 3_000,
  /** Milliseconds between pings, and of silence until either side cuts the connection. */
  pingMs: 10_000,
  silenceMs: 25_000,
  /** Milliseconds in which nothing was sent to a viewer until it is told that the line is alive. */
  aliveMs: 10_000,
} as const

/** Subprotocols of the viewer's socket; the token comes as a second one, behind `bearerPrefix`. */
export const liveSubprotocol = 'sightline.live.v1'
export const bearerPrefix = 'bearer.'

/** Capability of a gateway or a relay that takes `live.start`. */
export const liveCapability = 'live'

/** Codes with which sockets of live view are closed, and subscriptions ended, beside those of RFC 6455. */
export const liveCloseCodes = {
  /** The other side is stopping: connect again at once, another node answers. */
  restarting: 1012,
  /** A message or a frame that cannot be read, or an acknowledgement of what was never sent. */
  badMessage: 4400,
  /** The session or the token is over or was revoked. */
  unauthenticated: 4401,
  /** Not, or no longer, allowed. */
  forbidden: 4403,
  /** The camera does not exist, or no longer. */
  notFound: 4404,
  /** The other side was silent for too long, or acknowledged nothing. */
  silent: 4408,
  /** Another socket took over. */
  replaced: 4409,
  /** Too many subscriptions, or the line of the site is taken. */
  tooMany: 4429,
  /** The camera, its gateway or a part of the way to it gives no picture now. */
  unavailable: 4503,
} as const

export type LiveCloseCode = (typeof liveCloseCodes)[keyof typeof liveCloseCodes]
