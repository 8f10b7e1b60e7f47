import { FrameRecogniser } from './frame-recogniser.js'
import {
  awaitedLength,
  bodyLength,
  endOfHead,
  isDescription,
  mayBegin,
  mayBeMessage,
} from './message-bounds.js'
import { noServer, strayed, tooLarge } from './reader-failures.js'
import { type CameraRequest, header, type RtspResponse, readHead } from './rtsp-message.js'
import type { StreamFailure } from './stream-failure.js'

/** Receives what a reader found. A frame's bytes are valid during the call only. */
interface RtspReaderSink {
  /** @param head as it came, start line and headers. */
  response(response: RtspResponse, head: string): void
  request(request: CameraRequest): void
  /** An interleaved frame (RFC 2326 section 10.12): `data` from `start` to `end`. */
  frame(channel: number, data: Buffer, start: number, end: number): void
  /** So many bytes without meaning were passed over, and reading goes on behind them; see `seekFrames`. */
  strayed(bytes: number): void
}

const dollar = 0x24
const newline = 0x0a
const carriageReturn = 0x0d
const largestHead = 16 * 1024
const longestFrame = 4 + 0xffff
/** The end of a head: two ends of a line. */
const longestEnd = 4
/** As much of a frame as is needed to know it: its own head and that of the RTP packet in it. */
const recognisable = 4 + 12
/** More bytes in a row without a known frame, and what was known of the frames proves wrong; */
const forgetAfter = longestFrame
/** and so many, and the connection is of no use. */
const mostStray = 4 * longestFrame

/**
 * Cuts the bytes of one RTSP connection into messages and interleaved frames, however they are chunked.
 * Whole frames are handed on where they lie; only what a chunk leaves unfinished is copied.
 */
export class RtspReader {
  readonly #sink: RtspReaderSink
  /** What the chunks before left unfinished. */
  #carry = Buffer.alloc(longestFrame)
  #carried = 0
  #heardRtsp = false
  /** Of the unfinished message: how much of its head holds no end, and how long it is once that is known. */
  #searched = 0
  #awaited = 0
  /** How much of the unfinished piece holds no other one. */
  #sought = 0
  /** Null as long as every byte has to be in sync. */
  #frames: FrameRecogniser | null = null
  /** Bytes passed over since the last piece that was whole. */
  #stray = 0
  #isSeeking = false

  constructor(sink: RtspReaderSink) {
    this.#sink = sink
  }

  /**
   * From now on what is out of sync is skipped, up to the next frame or answer: cameras write parts of
   * frames when their network is slow, and go on with the next.
   * @param isExpected whether packets were agreed on for a channel
   */
  seekFrames(isExpected: (channel: number) => boolean): void {
    this.#frames ??= new FrameRecogniser(isExpected)
  }

  /**
   * Reads `chunk` from its start to `end`.
   * @throws StreamFailure `not_rtsp` or `protocol`; the connection is of no use then.
   */
  push(chunk: Buffer, end: number = chunk.length): void {
    let at = this.#carried > 0 ? this.#finishCarried(chunk, end) : 0
    while (at < end) {
      const used = this.#take(chunk, at, end)
      if (used === 0) break
      at += used
    }
    if (at < end) this.#keep(chunk, at, end)
  }

  /** Whether the head of an answer has come, and not all of the body that it announces. */
  get isAwaitingBody(): boolean {
    return this.#awaited > 0 && this.#frames === null
  }

  /**
   * Nothing more comes of an answer: takes it for what it is, where its body is a whole description, or is not needed.
   * @returns whether there was one
   */
  settle(): boolean {
    if (!this.isAwaitingBody) return false
    const bodyAt = endOfHead(this.#carry, 0, this.#carried)
    const text = bodyAt === -1 ? '' : this.#carry.toString('utf8', 0, bodyAt)
    const head = readHead(text.trimEnd())
    if (head === null || head.start.kind === 'request') return false
    const body = this.#carry.toString('utf8', bodyAt, this.#carried)
    const { status } = head.start
    // Without a length it is as long as it is.
    const isDelimited = header(head.headers, 'content-length') !== null
    if (status === 200 && isDelimited && !isDescription(body)) return false
    this.#carried = 0
    this.#searched = 0
    this.#awaited = 0
    this.#sought = 0
    this.#heardRtsp = true
    this.#sink.response({ status, headers: head.headers, body }, text)
    return true
  }

  /** Completes the carried piece from the chunk; returns how much of the chunk that took. */
  #finishCarried(chunk: Buffer, end: number): number {
    let at = 0
    while (at < end) {
      const before = this.#carried
      const isFrame = this.#carry[0] === dollar && !this.#isSeeking
      // One that is whole already waits for what follows it.
      const missing = isFrame ? Math.max(this.#missingOfFrame(), 1) : end - at
      const taken = Math.min(missing, end - at)
      this.#keep(chunk, at, at + taken)
      at += taken
      const used = this.#takeCarried(before)
      if (used >= before) {
        this.#carried = 0
        // What lies behind the finished piece is of this chunk: the piece before was not whole without it.
        return at - (before + taken - used)
      }
      this.#forgetCarried(used)
    }
    return end
  }

  /** Takes what is whole of the carried bytes, until that is all of those from `before`; returns how many. */
  #takeCarried(before: number): number {
    let used = 0
    while (used < before) {
      const more = this.#take(this.#carry, used, this.#carried)
      if (more === 0) break
      used += more
    }
    return used
  }

  #forgetCarried(bytes: number): void {
    if (bytes === 0) return
    this.#carry.copyWithin(0, bytes, this.#carried)
    this.#carried -= bytes
  }

  #missingOfFrame(): number {
    if (this.#carried < 4) return 4 - this.#carried
    return 4 + this.#carry.readUInt16BE(2) - this.#carried
  }

  #keep(chunk: Buffer, start: number, end: number): void {
    const needed = this.#carried + end - start
    if (needed > this.#carry.length) {
      const larger = Buffer.alloc(Math.max(needed, this.#carry.length * 2))
      this.#carry.copy(larger, 0, 0, this.#carried)
      this.#carry = larger
    }
    chunk.copy(this.#carry, this.#carried, start, end)
    this.#carried = needed
  }

  /** Takes one piece that begins at `at`, or passes over what is none; 0 while it is not whole. */
  #take(data: Buffer, at: number, end: number): number {
    const used =
      this.#isSeeking && this.#frames !== null
        ? this.#seek(this.#frames, data, at, end)
        : this.#takePiece(data, at, end)
    if (used > 0) {
      this.#searched = 0
      this.#awaited = 0
      this.#sought = 0
    }
    return used
  }

  #takePiece(data: Buffer, at: number, end: number): number {
    const first = data[at]
    if (first === dollar) return this.#takeFrame(data, at, end)
    if (first === newline || first === carriageReturn) return 1
    return this.#takeMessage(data, at, end)
  }

  #seek(frames: FrameRecogniser, data: Buffer, at: number, end: number): number {
    const verdict = frames.judge(data, at, end)
    switch (verdict) {
      case 'undecided':
        return 0
      case 'none':
        return this.#pass(frames.findBegin(data, at + 1, end) - at)
      case 'begin':
        this.#isSeeking = false
        return this.#takePiece(data, at, end)
    }
  }

  #takeFrame(data: Buffer, at: number, end: number): number {
    if (end - at < 4) return 0
    const channel = data.readUInt8(at + 1)
    const frameEnd = at + 4 + data.readUInt16BE(at + 2)
    // What is followed by another frame is as long as it says; of the rest others may have been swallowed.
    if (this.#frames?.mayFollow(data, frameEnd, end) === false) {
      const cut = this.#passIfCut(data, at, Math.min(frameEnd, end), end)
      if (cut > 0) return cut
    }
    if (frameEnd > end) return 0
    if (this.#frames?.isExpected(channel) === false) {
      // Nobody waits for it: it is believed once something follows that may be a begin.
      if (frameEnd === end) return 0
      if (!mayBegin(data, frameEnd)) return this.#passOr(this.#notRtsp(), data, at, end)
    }
    this.#frames?.note(channel, data, at + 4, frameEnd)
    this.#found()
    this.#sink.frame(channel, data, at + 4, frameEnd)
    return frameEnd - at
  }

  #takeMessage(data: Buffer, at: number, end: number): number {
    // A camera may send byte by byte: what was read of the message before is not read again.
    const bodyAt =
      end - at < this.#awaited ? null : endOfHead(data, at + this.#searched, Math.min(end, at + largestHead))
    if (bodyAt === null || bodyAt === -1) {
      const isNone = bodyAt === -1 && (end - at >= largestHead || !mayBeMessage(data, at, end))
      if (isNone) return this.#passOr(this.#notRtsp(), data, at, end)
      if (bodyAt === -1) this.#searched = Math.max(end - at - longestEnd, 0)
      return this.#passIfCut(data, at, end, end)
    }
    return this.#takeWithHead(data, at, bodyAt, end)
  }

  #takeWithHead(data: Buffer, at: number, bodyAt: number, end: number): number {
    const text = data.toString('utf8', at, bodyAt)
    const head = readHead(text.trimEnd())
    if (head === null) return this.#passOr(this.#notRtsp(), data, at, end)
    const isAnswer = head.start.kind === 'response'
    const length = isAnswer ? awaitedLength(head.headers) : bodyLength(head.headers)
    if (length === null) return this.#passOr(tooLarge(), data, at, end)
    const bodyEnd = bodyAt + length
    const cut = this.#passIfCut(data, at, Math.min(bodyEnd, end), end)
    if (cut > 0) return cut
    if (bodyEnd > end) {
      this.#awaited = bodyEnd - at
      return 0
    }
    this.#heardRtsp = true
    this.#found()
    const { start, headers } = head
    if (start.kind === 'request') this.#sink.request({ method: start.method, headers })
    else {
      const body = data.toString('utf8', bodyAt, bodyEnd)
      this.#sink.response({ status: start.status, headers, body }, text)
    }
    return bodyEnd - at
  }

  /** Passes over an unfinished piece in which the next frame begins already; 0 where none does. */
  #passIfCut(data: Buffer, at: number, until: number, end: number): number {
    if (this.#frames === null) return 0
    const from = at + Math.max(this.#sought - recognisable, 1)
    const cut = this.#frames.findFrame(data, from, until, end)
    this.#sought = end - at
    return cut === -1 ? 0 : this.#pass(cut - at)
  }

  /** Passes over what is neither frame nor message. @throws the failure, where nothing may be passed over */
  #passOr(failure: StreamFailure, data: Buffer, at: number, end: number): number {
    if (this.#frames === null) throw failure
    return this.#pass(this.#frames.findBegin(data, at + 1, end) - at)
  }

  #pass(bytes: number): number {
    this.#isSeeking = true
    this.#stray += bytes
    if (this.#stray > mostStray) throw strayed()
    if (this.#stray > forgetAfter) this.#frames?.forget()
    return bytes
  }

  /** A whole piece is in sync. */
  #found(): void {
    if (this.#stray === 0) return
    const bytes = this.#stray
    this.#stray = 0
    this.#sink.strayed(bytes)
  }

  #notRtsp(): StreamFailure {
    return this.#heardRtsp ? strayed() : noServer()
  }
}
