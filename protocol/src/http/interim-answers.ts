/** How an interim answer begins (RFC 9110, 15.2), the characters that may stand at each place. */
const beginning = ['H', 'T', 'T', 'P', '/', '1', '.', '01', ' ', '1', '0123456789', '0123456789']
/** More than clients take of the headers of an answer. */
const longestHead = 64 * 1024
const nothing: Uint8Array = new Uint8Array(0)

/**
 * Takes every `100 Continue` out of what is received on one HTTP/1.1 connection. A server may send one unasked before its answer,
 * and undici 7 ends the connection then; of other interim answers it makes nothing, so that they stay. What follows the
 * head of the answer itself is not looked at, until another request is sent.
 */
export class InterimAnswers {
  #held: Uint8Array = nothing
  #isAwaited = false

  /** A request is sent: what is received next is the head of an answer. */
  await(): void {
    this.#isAwaited = true
  }

  /** @returns what is left of the received bytes; what may be the begin of a `100 Continue` is held back */
  take(received: Uint8Array): Uint8Array {
    if (!this.#isAwaited) return received
    let rest: Uint8Array = joined(this.#held, received)
    let taken: Uint8Array = nothing
    this.#held = nothing
    while (mayBeInterim(rest)) {
      const end = endOfHead(rest)
      if (end === undefined && rest.length <= longestHead) {
        this.#held = rest
        return taken
      }
      if (end === undefined) break
      if (statusOf(rest) !== '100') taken = joined(taken, rest.subarray(0, end))
      rest = rest.subarray(end)
    }
    this.#isAwaited = false
    return joined(taken, rest)
  }
}

/** After a 101 nobody speaks HTTP any more: it is nothing to pass over. */
const mayBeInterim = (bytes: Uint8Array): boolean =>
  beginning.every(
    (allowed, at) => at >= bytes.length || allowed.includes(String.fromCharCode(bytes[at] ?? 0)),
  ) && statusOf(bytes) !== '101'

const statusOf = (bytes: Uint8Array): string => String.fromCharCode(...bytes.subarray(9, 12))

/** Where the empty line ends; a bare line feed ends a line too (RFC 9112, 2.2). */
function endOfHead(bytes: Uint8Array): number | undefined {
  for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, at + 1)) {
    const next = bytes[at + 1] === 13 ? at + 2 : at + 1
    if (bytes[next] === 10) return next + 1
  }
  return undefined
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  if (first.length === 0) return second
  const both = new Uint8Array(first.length + second.length)
  both.set(first)
  both.set(second, first.length)
  return both
}
