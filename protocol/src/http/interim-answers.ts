/** How an interim answer begins (RFC 9110, 15.2), the characters that may stand at each place. */
const beginning = ['H', 'T', 'T', 'P', '/', '1', '.', '01', ' ', '1', '0123456789', '0123456789']
/** Of one answer, all its interim ones together. Nobody has use for more, and who sends them without end is never done. */
const most = { heads: 32, bytes: 64 * 1024 }
const nothing: Uint8Array = new Uint8Array(0)

/**
 * Takes every `100 Continue` out of what is received on one HTTP/1.1 connection. A server may send one unasked before its answer,
 * and undici 7 ends the connection then; of other interim answers it makes nothing, so that they stay. What follows the
 * head of the answer itself is not looked at, until another request is sent.
 */
export class InterimAnswers {
  readonly #head = new HeldHead()
  #isAwaited = false
  #heads = 0
  #bytes = 0

  /** A request is sent: what is received next is the head of an answer. */
  await(): void {
    this.#isAwaited = true
    this.#heads = 0
    this.#bytes = 0
  }

  /**
   * @returns what is left of the received bytes; what may be the begin of a `100 Continue` is held back. Null: there are too many
   *   interim answers for an answer to come, and the connection is to be given up
   */
  take(received: Uint8Array): Uint8Array | null {
    if (!this.#isAwaited) return received
    const passed: Uint8Array[] = []
    let searched = this.#head.length
    let rest = this.#head.followedBy(received)
    while (mayBeInterim(rest)) {
      const end = endOfHead(rest, searched)
      if (this.#bytes + (end ?? rest.length) > most.bytes) return null
      if (end === undefined) {
        const whole = joined(passed)
        this.#head.hold(rest)
        return whole
      }
      this.#heads += 1
      this.#bytes += end
      if (this.#heads > most.heads) return null
      if (statusOf(rest) !== '100') passed.push(rest.subarray(0, end))
      rest = rest.subarray(end)
      searched = 0
    }
    this.#isAwaited = false
    const whole = passed.length === 0 ? rest : joined([...passed, rest])
    this.#head.release()
    return whole
  }
}

/** A head of which more is to come, however small the pieces: it is copied a few times at most. */
class HeldHead {
  #room: Uint8Array = nothing
  #length = 0

  get length(): number {
    return this.#length
  }

  /** Good until the next call. */
  followedBy(received: Uint8Array): Uint8Array {
    if (this.#length === 0) return received
    const length = this.#length + received.length
    if (length > this.#room.length) {
      const larger = new Uint8Array(2 * length)
      larger.set(this.#room.subarray(0, this.#length))
      this.#room = larger
    }
    this.#room.set(received, this.#length)
    return this.#room.subarray(0, length)
  }

  hold(bytes: Uint8Array): void {
    const isThere = bytes.buffer === this.#room.buffer && bytes.byteOffset === this.#room.byteOffset
    if (bytes.length > this.#room.length) this.#room = new Uint8Array(2 * bytes.length)
    if (!isThere) this.#room.set(bytes)
    this.#length = bytes.length
  }

  /** What was given out stays as it is from now on. */
  release(): void {
    this.#room = nothing
    this.#length = 0
  }
}

/** After a 101 nobody speaks HTTP any more: it is nothing to pass over. */
const mayBeInterim = (bytes: Uint8Array): boolean =>
  beginning.every(
    (allowed, at) => at >= bytes.length || allowed.includes(String.fromCharCode(bytes[at] ?? 0)),
  ) && statusOf(bytes) !== '101'

const statusOf = (bytes: Uint8Array): string => String.fromCharCode(...bytes.subarray(9, 12))

/**
 * Where the empty line ends; a bare line feed ends a line too (RFC 9112, 2.2).
 * @param searched so many bytes do not hold it
 */
function endOfHead(bytes: Uint8Array, searched: number): number | undefined {
  const from = Math.max(0, searched - 2)
  for (let at = bytes.indexOf(10, from); at !== -1; at = bytes.indexOf(10, at + 1)) {
    const next = bytes[at + 1] === 13 ? at + 2 : at + 1
    if (bytes[next] === 10) return next + 1
  }
  return undefined
}

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}
