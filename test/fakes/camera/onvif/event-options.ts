/** How the event service of a camera behaves. */
export interface EventOptions {
  /** Whether the timetable's movement is told, under `topic`. False for events in name only. */
  readonly tellsMotion: boolean
  readonly topic: string
  /** By what messages tell the channel that they are about. */
  readonly channelItem: 'configuration' | 'source' | 'nothing'
  /** Name of the value in its messages, and the words for at rest and moving. */
  readonly item: string
  readonly words: readonly [string, string]
  /** Whether GetServices and GetCapabilities name the service. */
  readonly isAdvertised: boolean
  /** What a new subscriber hears first: the states as `Initialized`, the same without a word, or nothing. */
  readonly listing: 'initialized' | 'unmarked' | 'none'
  /** How long after it is asked for that comes, ms. */
  readonly listsAfterMs: number
  /** How changes are told: by true and false, or by true again and again (every so many ms) and never false. */
  readonly pulsesEveryMs: number | null
  /** The longest term that is granted, s. */
  readonly mostTermSec: number
  /** How spans are read: rightly, not at all (only absolute times are), as minutes, or as nothing. */
  readonly terms: 'right' | 'absolute-only' | 'minutes' | 'nothing'
  readonly renewal: 'right' | 'unsupported' | 'refused'
  /** Whether PullMessages extends the term. */
  readonly isExtendedByPulling: boolean
  /**
   * What is given out as the address of a subscription. `second-port` is right: it answers there alone. At the
   * `silent-port` connections are taken and nothing is answered; `two-ports` names the right one after another.
   */
  readonly address: 'right' | 'wrong-host' | 'wrong-port' | 'second-port' | 'silent-port' | 'two-ports'
  /** Whether the subscription is known by a reference parameter that must be echoed, not by its path. */
  readonly needsReferenceParameters: boolean
  /** Whether requests without Action, To and MessageID are refused. */
  readonly needsAddressing: boolean
  readonly slots: number
  /** Whether Unsubscribe frees no slot; only the end of the term does. */
  readonly leaksSlots: boolean
  readonly unsubscribeEndsAll: boolean
  /** Off the net so many ms after each subscription; null for a sound firmware. */
  readonly crashesForMs: number | null
  /** Whether PullMessages waits for messages; false answers at once. */
  readonly waits: boolean
  /** PullMessages for which no message came within so many ms ends without an answer; null where it is answered. */
  readonly pullEndsAfterMs: number | null
  /** These end without an answer, each time, as soon as the account was judged. */
  readonly cutOperations: readonly string[]
  /** How a connection ends without an answer: by a FIN, by a reset, or with half of the answer sent. */
  readonly cutBy: 'fin' | 'reset' | 'half'
  /** Whether UtcTime is the year zero of the camera, as after a battery failure. */
  readonly hasZeroTimes: boolean
}

export const USUAL_EVENTS: EventOptions = {
  tellsMotion: true,
  topic: 'tns1:RuleEngine/CellMotionDetector/Motion',
  channelItem: 'configuration',
  item: 'IsMotion',
  words: ['false', 'true'],
  isAdvertised: true,
  listing: 'initialized',
  listsAfterMs: 0,
  pulsesEveryMs: null,
  mostTermSec: 3600,
  terms: 'right',
  renewal: 'right',
  isExtendedByPulling: true,
  address: 'right',
  needsReferenceParameters: false,
  needsAddressing: false,
  slots: 5,
  leaksSlots: false,
  unsubscribeEndsAll: false,
  crashesForMs: null,
  waits: true,
  pullEndsAfterMs: null,
  cutOperations: [],
  cutBy: 'fin',
  hasZeroTimes: false,
}
