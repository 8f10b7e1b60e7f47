import type { RemoteInfo, Socket } from 'node:dgram'
import type { Clock } from '../platform/clock.js'

/** Waiting datagrams may take so many bytes; more is a flood. */
const maxWaitingBytes = 2 * 1024 * 1024
/** What a datagram takes beside what it holds: an empty one takes memory too. */
const overheadBytes = 1024
/** Datagrams read of the queue before the socket has its turn again. */
const atATurn = 8
/** And bytes of them, unless one alone has more: what is large and made up takes long to read. */
const bytesAtATurn = 16 * 1024

/**
 * Takes datagrams off a socket at once and reads them in between: a site's cameras answer a probe all together, and
 * what the kernel's buffer has no room for is lost.
 */
export class DatagramQueue {
  readonly #clock: Clock
  readonly #read: (datagram: Uint8Array, sender: RemoteInfo) => void
  readonly #waiting: { readonly datagram: Uint8Array; readonly sender: RemoteInfo }[] = []
  #waitingBytes = 0
  #cancel: (() => void) | null = null
  #closed = false

  constructor(clock: Clock, read: (datagram: Uint8Array, sender: RemoteInfo) => void) {
    this.#clock = clock
    this.#read = read
  }

  /** Listens to a socket. */
  hear(socket: Socket): void {
    socket.on('message', (datagram, sender) => {
      const bytes = datagram.byteLength + overheadBytes
      if (this.#closed || this.#waitingBytes + bytes > maxWaitingBytes) return
      this.#waiting.push({ datagram, sender })
      this.#waitingBytes += bytes
      this.#plan()
    })
  }

  /** Reads what has come, and nothing any more. */
  close(): void {
    this.#closed = true
    this.#cancel?.()
    while (this.#waiting.length > 0) this.#turn()
  }

  #plan(): void {
    if (this.#cancel !== null || this.#waiting.length === 0) return
    this.#cancel = this.#clock.after(0, () => {
      this.#cancel = null
      this.#turn()
      this.#plan()
    })
  }

  #turn(): void {
    for (const { datagram, sender } of this.#waiting.splice(0, this.#ofATurn())) {
      this.#waitingBytes -= datagram.byteLength + overheadBytes
      this.#read(datagram, sender)
    }
  }

  /** How many datagrams are read at once; at least one. */
  #ofATurn(): number {
    let bytes = 0
    const tooMany = this.#waiting.findIndex(({ datagram }, index) => {
      bytes += datagram.byteLength
      return index >= atATurn || (index > 0 && bytes > bytesAtATurn)
    })
    return tooMany === -1 ? this.#waiting.length : tooMany
  }
}
