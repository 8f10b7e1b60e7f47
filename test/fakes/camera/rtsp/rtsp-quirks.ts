import type { InterleavingFaults } from './interleaving-faults.js'

/** What a camera says or does wrongly over RTSP though it means to serve. */
export interface RtspQuirks {
  /** The base in the answer to DESCRIBE. */
  readonly contentBase: 'right' | 'missing' | 'no-scheme' | 'two-schemes' | 'mapped-host' | 'other-host'
  /** How the controls of tracks are written, where `controlUrls` says relative. */
  readonly controls: 'plain' | 'leading-slash'
  /** The description: as it should be, or with all that cameras leave out, repeat and misplace. */
  readonly sdp: 'right' | 'sloppy'
  /** The Content-Length of answers with a body: right, 48 bytes more than come, or missing. */
  readonly bodyLength: 'right' | 'too-long' | 'missing'
  /** The session's id: one, or another with each SETUP, of which the camera means the last or the first. */
  readonly sessionIds: 'one' | 'last-counts' | 'first-counts'
  /** The channels of a track: those asked for, others, always the first two, or not told. */
  readonly channels: 'asked' | 'other' | 'same' | 'untold'
  /** The profile in the Transport of an interleaved track. */
  readonly transportSays: 'RTP/AVP/TCP' | 'RTP/AVP'
  /** What becomes of GET_PARAMETER, which is offered all the same; a number: the status that answers it. */
  readonly getParameter: 'works' | 'unknown' | 'hangs-up' | number
  /** A session lives on by those requests only that were answered with 200. */
  readonly countsOnlyOk: boolean
  /** Every connection begins with packets of a session that ended long ago. */
  readonly staleData: boolean
  /** Requests without a User-Agent are refused with 401. */
  readonly wantsUserAgent: boolean
  /** The number in answers: as asked, under a name in lower case, or missing. */
  readonly cseq: 'right' | 'lower-case' | 'missing'
  /** What becomes of the SETUP of the sound. */
  readonly audioSetup: 'works' | 'refused' | 'hangs-up'
  /** A way back for sound is described; a client that sets it up is thrown out. */
  readonly wayBack: boolean
  /** Each answer asks for a new nonce, and none says that the old one is stale. */
  readonly freshNonces: boolean
  /** Over UDP: nothing leaves, as behind a firewall. */
  readonly datagramsBlocked: boolean
  /** Over UDP: which part is lost, and which comes behind the next packet, each 0 to 1, by a seed. */
  readonly datagrams: { readonly loss: number; readonly reorder: number; readonly seed: number } | null
  /** Over TCP: what is wrong with the frames inside the connection. */
  readonly interleaving: InterleavingFaults | null
  /**
   * The payload type of the video packets, where it is another than the description says; of several the next one with
   * each keyframe.
   */
  readonly sentPayloadType: number | readonly number[] | null
  /** The source of the video: one, or the next number with each keyframe, with its packets counted on or anew. */
  readonly sources: 'one' | 'next-at-keyframe' | 'numbers-begin-anew'
  /** Once a second a packet that bears nothing, and has a number: empty, of padding, or with the marker of its picture. */
  readonly emptyPackets: 'none' | 'empty' | 'padding' | 'marker'
}

export const NO_RTSP_QUIRKS: RtspQuirks = {
  contentBase: 'right',
  controls: 'plain',
  sdp: 'right',
  bodyLength: 'right',
  sessionIds: 'one',
  channels: 'asked',
  transportSays: 'RTP/AVP/TCP',
  getParameter: 'works',
  countsOnlyOk: false,
  staleData: false,
  wantsUserAgent: false,
  cseq: 'right',
  audioSetup: 'works',
  wayBack: false,
  freshNonces: false,
  datagramsBlocked: false,
  datagrams: null,
  interleaving: null,
  sentPayloadType: null,
  sources: 'one',
  emptyPackets: 'none',
}
