/** What the bytes at an offset are: the begin of a frame or a message, nothing of that kind, or too few to decide. */
type Verdict = 'begin' | 'none' | 'undecided'

const dollar = 0x24
const frameHead = 4
const rtpHead = 12
const rtcpHead = 8
const answerStart = Buffer.from('RTSP/')

/** The source that sends on a channel, and one that was seen there once. */
interface KnownSource {
  readonly start: Buffer
  ssrc: number
  other: number | null
}

/**
 * Distinguishes the frames of a connection (RFC 2326 section 10.12) from bytes that only look like some, by what was seen of
 * them before: their channels and their sources. That takes 50 bits to be so by chance.
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
    if (known?.ssrc === ssrc) known.other = null
    else if (known !== undefined && known.other !== ssrc) known.other = ssrc
    else if (this.isExpected(channel)) {
      this.#sources.set(channel, { start: Buffer.from([dollar, channel]), ssrc, other: null })
    }
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
        if (this.#judgeFrame(data, at, end) !== 'begin') continue
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
    if (data[at] === dollar) return this.#judgeFrame(data, at, end)
    const there = Math.min(answerStart.length, end - at)
    if (data.compare(answerStart, 0, there, at, at + there) !== 0) return 'none'
    return there === answerStart.length ? 'begin' : 'undecided'
  }

  #judgeFrame(data: Buffer, at: number, end: number): Verdict {
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
    return known === undefined || known.ssrc === data.readUInt32BE(start + 8) ? 'begin' : 'none'
  }

  #isReport(data: Buffer, start: number, length: number): boolean {
    if (4 * (data.readUInt16BE(start + 2) + 1) > length) return false
    const ssrc = data.readUInt32BE(start + 4)
    return this.#sources.size === 0 || [...this.#sources.values()].some((known) => known.ssrc === ssrc)
  }
}

function isVersion2(data: Buffer, start: number): boolean {
  return (data[start] ?? 0) >> 6 === 2
}

/** The kinds of RTCP, which no payload type of RTP with or without its marker may be taken for (RFC 5761, section 4). */
function isRtcp(data: Buffer, start: number): boolean {
  const kind = data[start + 1] ?? 0
  return kind >= 192 && kind <= 223
}
