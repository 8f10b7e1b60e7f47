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

/** The source that sends on a channel, where it is, and one that was seen there once. */
interface KnownSource {
  readonly start: Buffer
  ssrc: number
  payloadType: number
  sequence: number
  timestamp: number
  other: number | null
}

/**
 * Distinguishes the frames of a connection (RFC 2326 section 10.12) from bytes that only look like some, by what was seen of
 * them before: their channels, and their sources, or the numbers with which these go on under another name. That takes
 * 38 bits to be so by chance; fewer where nothing but stray bytes is looked at.
 */
export class FrameRecogniser {
  readonly isExpected: (channel: number) => boolean
  readonly #sources = new Map<number, KnownSource>()

  /** @param isExpected whether packets were agreed on for this channel */
  constructor(isExpected: (channel: number) => boolean) {
    this.isExpected = isExpected
  }

  /** Learns from a frame that was read in sequence. One that shows another source once does not change anything. */
  note(channel: number, data: Buffer, start: number, end: number): void {
    if (end - start < rtpHead || !isVersion2(data, start) || isRtcp(data, start)) return
    const ssrc = data.readUInt32BE(start + 8)
    const known = this.#sources.get(channel)
    if (known === undefined) {
      if (this.isExpected(channel)) this.#sources.set(channel, sourceOf(channel, data, start))
    } else if (known.ssrc === ssrc || known.other === ssrc || isCountedOn(known, data, start)) {
      Object.assign(known, partsOf(data, start))
    } else known.other = ssrc
  }

  /** What was known proves wrong. */
  forget(): void {
    this.#sources.clear()
  }

  /** Whether a frame that is expected may begin here, by its first two bytes. */
  mayFollow(data: Buffer, at: number, end: number): boolean {
    return at + 1 < end && data[at] === dollar && this.isExpected(data[at + 1] ?? 0)
  }

  /** The first offset from `from` to before `until` at which a frame of a known source begins, or -1. */
  findFrame(data: Buffer, from: number, until: number, end: number): number {
    let first = -1
    for (const { start } of this.#sources.values()) {
      const within = data.subarray(0, Math.min(first === -1 ? until + 1 : first, end))
      for (let at = within.indexOf(start, from); at !== -1; at = within.indexOf(start, at + 1)) {
        if (this.#judgeFrame(data, at, end, isCountedOn) !== 'begin') continue
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
    if (data[at] === dollar) return this.#judgeFrame(data, at, end, goesOn)
    const there = Math.min(answerStart.length, end - at)
    if (data.compare(answerStart, 0, there, at, at + there) !== 0) return 'none'
    return there === answerStart.length ? 'begin' : 'undecided'
  }

  /** @param follows whether a packet of another name follows those of a known source */
  #judgeFrame(
    data: Buffer,
    at: number,
    end: number,
    follows: (known: KnownSource, data: Buffer, start: number) => boolean,
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
    const known = this.#sources.get(channel)
    const isKnown = known === undefined || known.ssrc === data.readUInt32BE(start + 8)
    return isKnown || follows(known, data, start) ? 'begin' : 'none'
  }

  #isReport(data: Buffer, start: number, length: number): boolean {
    if (4 * (data.readUInt16BE(start + 2) + 1) > length) return false
    const ssrc = data.readUInt32BE(start + 4)
    return this.#sources.size === 0 || [...this.#sources.values()].some((known) => known.ssrc === ssrc)
  }
}

function partsOf(data: Buffer, start: number): Omit<KnownSource, 'start'> {
  return {
    ssrc: data.readUInt32BE(start + 8),
    payloadType: data.readUInt8(start + 1) & 0x7f,
    sequence: data.readUInt16BE(start + 2),
    timestamp: data.readUInt32BE(start + 4),
    other: null,
  }
}

function sourceOf(channel: number, data: Buffer, start: number): KnownSource {
  return { start: Buffer.from([dollar, channel]), ...partsOf(data, start) }
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
