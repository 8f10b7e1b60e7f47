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
  /** What stands at the snapshot's address. */
  readonly snapshot: 'jpeg' | 'html' | 'absent' | 'rtsp'
  /** Which Stop is taken: each, none, one that names a single axis, or one that names none. */
  readonly stop: 'right' | 'unimplemented' | 'single-axis' | 'bare'
  /** What becomes of the Timeout of ContinuousMove: kept, refused as an element, or ignored. */
  readonly moveTimeout: 'right' | 'refused' | 'ignored'
  /** Whether ContinuousMove may leave out an axis that is to stand still. */
  readonly moveAxes: 'right' | 'all-wanted'
  /** Every n-th request is answered by closing the connection. */
  readonly hangsUpEvery: number | null
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
  snapshot: 'jpeg',
  stop: 'right',
  moveTimeout: 'right',
  moveAxes: 'right',
  hangsUpEvery: null,
  xml: 'right',
}
