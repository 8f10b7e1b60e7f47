/** What the bytes at an offset are: the begin of a frame or a message, nothing of that kind, or too few to decide. */
type Verdict = 'begin' | 'none' | 'undecided'

const dollar = 0x24
const frameHead = 4
const rtpHead = 12
const rtcpHead = 8
const answerStart = Buffer.from('RTSP/')

/** A packet goes on where the last one ended if its number is ahead by no more than this. */
const nearNumbers = 8
/** Where bytes are skipped more may be missing, and nothing but them is looked at. */
const nearNumbersBehindStray = 512
/** Timestamps step by less than this from one picture to the next: two seconds at the usual rate. */
const nearTicks = 180_000

/** Sources that are known on a channel: a camera goes on under other names, and others may send beside it. */
const mostSources = 4

interface KnownSource {
  ssrc: number
  payloadType: number
  sequence: number
  timestamp: number
}

/** The sources that send on a channel, the one that was heard last stands last; and one that was seen there once. */
interface KnownChannel {
  /** What its frames begin with. */
  readonly start: Buffer
  sources: readonly KnownSource[]
  other: number | null
  /** Among stray bytes, what may be a frame of a source that is not known. */
  strange: KnownSource | null
}

/**
 * Distinguishes the frames of a connection (RFC 2326 section 10.12) from bytes that only look like some, by what was seen of
 * them before: their channels, and their sources, or the numbers with which these go on under another name. That takes
 * 36 bits to be so by chance; fewer where nothing but stray bytes is looked at.
 */
export class FrameRecogniser {
  readonly isExpected: (channel: number) => boolean
  readonly #channels = new Map<number, KnownChannel>()

  /** @param isExpected whether packets were agreed on for this channel */
  constructor(isExpected: (channel: number) => boolean) {
    this.isExpected = isExpected
  }

  /** Learns from a frame that was read in sequence. One that shows another source once does not change anything. */
  note(channel: number, data: Buffer, start: number, end: number): void {
    if (end - start < rtpHead || !isVersion2(data, start) || isRtcp(data, start)) return
    const known = this.#channels.get(channel)
    if (known !== undefined) noteOn(known, data, start)
    else if (this.isExpected(channel)) {
      const sources = [partsOf(data, start)]
      const begin = Buffer.from([dollar, channel])
      this.#channels.set(channel, { start: begin, sources, other: null, strange: null })
    }
  }

  /** What was known proves wrong. */
  forget(): void {
    this.#channels.clear()
  }

  /** Whether a frame that is expected may begin here, by its first two bytes. */
  mayFollow(data: Buffer, at: number, end: number): boolean {
    return at + 1 < end && data[at] === dollar && this.isExpected(data[at + 1] ?? 0)
  }

  /** The first offset from `from` to before `until` at which a frame of a known source begins, or -1. */
  findFrame(data: Buffer, from: number, until: number, end: number): number {
    let first = -1
    for (const { start } of this.#channels.values()) {
      const within = data.subarray(0, Math.min(first === -1 ? until + 1 : first, end))
      for (let at = within.indexOf(start, from); at !== -1; at = within.indexOf(start, at + 1)) {
        if (this.#judgeFrame(data, at, end, isOfKnown) !== 'begin') continue
        first = at
        break
      }
    }
    return first
  }

  /** The first offset from `from` on that is a begin, or may turn out to be one; `end` where there is none. */
  findBegin(data: Buffer, from: number, end: number): number {
    for (let at = from; at < end; at++) {
      const first = data[at]
      if (first !== dollar && first !== answerStart[0]) continue
      if (this.judge(data, at, end) !== 'none') return at
    }
    return end
  }

  judge(data: Buffer, at: number, end: number): Verdict {
    if (data[at] === dollar) return this.#judgeFrame(data, at, end, isOfKnownOrInRow)
    const there = Math.min(answerStart.length, end - at)
    if (data.compare(answerStart, 0, there, at, at + there) !== 0) return 'none'
    return there === answerStart.length ? 'begin' : 'undecided'
  }

  /** @param isOurs whether a packet is of a known source, or follows those of one */
  #judgeFrame(
    data: Buffer,
    at: number,
    end: number,
    isOurs: (known: KnownChannel, data: Buffer, start: number) => boolean,
  ): Verdict {
    if (end - at < frameHead + 2) return 'undecided'
    const channel = data.readUInt8(at + 1)
    const length = data.readUInt16BE(at + 2)
    const start = at + frameHead
    if (!this.isExpected(channel) || !isVersion2(data, start)) return 'none'
    const ofRtcp = isRtcp(data, start)
    if (length < (ofRtcp ? rtcpHead : rtpHead)) return 'none'
    if (end < start + (ofRtcp ? rtcpHead : rtpHead)) return 'undecided'
    if (ofRtcp) return this.#isReport(data, start, length) ? 'begin' : 'none'
    const known = this.#channels.get(channel)
    return known === undefined || isOurs(known, data, start) ? 'begin' : 'none'
  }

  #isReport(data: Buffer, start: number, length: number): boolean {
    if (4 * (data.readUInt16BE(start + 2) + 1) > length) return false
    const ssrc = data.readUInt32BE(start + 4)
    const known = [...this.#channels.values()].flatMap(({ sources }) => sources)
    return known.length === 0 || known.some((source) => source.ssrc === ssrc)
  }
}

function isOfKnown({ sources }: KnownChannel, data: Buffer, start: number): boolean {
  const ssrc = data.readUInt32BE(start + 8)
  return sources.some((source) => source.ssrc === ssrc || isCountedOn(source, data, start))
}

/** By the looser proof; or the second in a row of a source that began anew meanwhile. */
function isOfKnownOrInRow(channel: KnownChannel, data: Buffer, start: number): boolean {
  const { sources, strange } = channel
  const ssrc = data.readUInt32BE(start + 8)
  if (sources.some((source) => source.ssrc === ssrc || goesOn(source, data, start))) return true
  if (strange?.ssrc === ssrc && isNear(strange, data, start, nearNumbers)) return true
  channel.strange = partsOf(data, start)
  return false
}

/** A source is known by itself, by its second frame, or by the numbers of another one with which it goes on. */
function noteOn(channel: KnownChannel, data: Buffer, start: number): void {
  const ssrc = data.readUInt32BE(start + 8)
  const last = channel.sources.at(-1)
  // Nearly always it is that of the frame before.
  if (last?.ssrc === ssrc) {
    Object.assign(last, partsOf(data, start))
    return
  }
  if (isOfKnown(channel, data, start) || channel.other === ssrc) {
    const others = channel.sources.filter((source) => source.ssrc !== ssrc)
    channel.sources = [...others, partsOf(data, start)].slice(-mostSources)
  } else channel.other = ssrc
}

function partsOf(data: Buffer, start: number): KnownSource {
  return {
    ssrc: data.readUInt32BE(start + 8),
    payloadType: data.readUInt8(start + 1) & 0x7f,
    sequence: data.readUInt16BE(start + 2),
    timestamp: data.readUInt32BE(start + 4),
  }
}

function isNear({ sequence }: KnownSource, data: Buffer, start: number, farthest: number): boolean {
  const ahead = (data.readUInt16BE(start + 2) - sequence) & 0xffff
  return ahead > 0 && ahead <= farthest
}

function isCountedOn(known: KnownSource, data: Buffer, start: number): boolean {
  const isOfType = (data.readUInt8(start + 1) & 0x7f) === known.payloadType
  return isOfType && isNear(known, data, start, nearNumbers)
}

/** The looser proof: the numbers go on, or the timestamps do, whatever else is another one. */
function goesOn(known: KnownSource, data: Buffer, start: number): boolean {
  const ticks = (data.readUInt32BE(start + 4) - known.timestamp) | 0
  return isNear(known, data, start, nearNumbersBehindStray) || (ticks >= 0 && ticks <= nearTicks)
}

function isVersion2(data: Buffer, start: number): boolean {
  return (data[start] ?? 0) >> 6 === 2
}

/** The kinds of RTCP, which no payload type of RTP with or without its marker may be taken for (RFC 5761, section 4). */
function isRtcp(data: Buffer, start: number): boolean {
  const kind = data[start + 1] ?? 0
  return kind >= 192 && kind <= 223
}
