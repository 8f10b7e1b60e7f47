/** What can be wrong with the ONVIF side of a camera. */
export interface OnvifFaults {
  /** Every call is answered with a 500 and a stack trace. */
  readonly stackTrace: boolean
  /** Everything is answered, whatever password there is, or none. */
  readonly anyPassword: boolean
  /** The time is told only to who has an account; local time (UTC+8) is told as UTC; or it is all zeros. */
  readonly time: 'right' | 'needs-account' | 'local-as-utc' | 'zeros'
  /** What GetStreamUri gives out. */
  readonly streamUri: 'right' | 'web-port' | 'two-ports' | 'loopback' | 'blanks-and-account' | 'multicast'
  /** GetStreamUri faults for the profile of this token. */
  readonly faultingProfile: string | null
  /** Profiles without a source, without an encoder, and for multicast are listed beside the right ones. */
  readonly oddProfiles: boolean
  /** Which encoders of Media1 name no encoding: none, those of the main profiles, or all. */
  readonly encoding: 'right' | 'missing-main' | 'missing-all'
  /** Which encoders of Media1 name no size. */
  readonly sizes: 'right' | 'missing-main' | 'missing-all'
  /** Media2 is announced and does not work: it faults, lists nothing, or gives out no address. */
  readonly media2: 'right' | 'faults' | 'empty' | 'no-uris'
  /** What stands at the snapshot's address. */
  readonly snapshot: 'jpeg' | 'html' | 'absent' | 'rtsp'
  /** Which Stop is taken: each, none, one that names a single axis, or one that names none. */
  readonly stop: 'right' | 'unimplemented' | 'single-axis' | 'bare'
  /** What becomes of the Timeout of ContinuousMove: kept, refused as an element, or ignored. */
  readonly moveTimeout: 'right' | 'refused' | 'ignored'
  /** What becomes of the answer to ContinuousMove: it moves in either case. */
  readonly moveAnswer: 'right' | 'lost'
  /** Whether ContinuousMove may leave out an axis that is to stand still. */
  readonly moveAxes: 'right' | 'all-wanted'
  /** Every n-th request is answered by closing the connection. */
  readonly hangsUpEvery: number | null
  /** Kept connections are ended without a word: after each answer, or once nothing was asked for so many ms. */
  readonly endsKeptAfterMs: number | null
  /** Each nonce of HTTP digest is taken once, whatever its count. */
  readonly singleUseNonces: boolean
  /**
   * How answers and stills are framed before the connection ends: rightly, and it does not; 48 bytes more announced
   * than come; chunks without the last, empty one; or half of what was announced.
   */
  readonly framing: 'right' | 'too-long' | 'no-last-chunk' | 'half'
  /** How answers are written: prefixes that nobody declares, bytes that are no UTF-8, faults with 200 and as HTML. */
  readonly xml: 'right' | 'undeclared' | 'latin1' | 'ok-faults'
}

export const NO_ONVIF_FAULTS: OnvifFaults = {
  stackTrace: false,
  anyPassword: false,
  time: 'right',
  streamUri: 'right',
  faultingProfile: null,
  oddProfiles: false,
  encoding: 'right',
  sizes: 'right',
  media2: 'right',
  snapshot: 'jpeg',
  stop: 'right',
  moveTimeout: 'right',
  moveAnswer: 'right',
  moveAxes: 'right',
  hangsUpEvery: null,
  endsKeptAfterMs: null,
  singleUseNonces: false,
  framing: 'right',
  xml: 'right',
}
