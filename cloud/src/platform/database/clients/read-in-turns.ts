import type { Duplex } from 'node:stream'

/**
 * So many bytes of what a server sends are read in one turn of the event loop: some five milliseconds of making rows of them. With fewer a
 * long answer would take so many turns of a busy process that its statement is out of time.
 */
const bytesInTurn = 256 * 1024

/** PostgreSQL sends so many at a time: what comes in fewer is the end of an answer. */
const sentAtOnce = 8 * 1024

/**
 * Reads a server's long answers with turns of others between: the driver makes rows of what comes as it comes, and libuv hands it two
 * megabytes at a stretch. It puts itself in place of what listens there, once the driver does: COPY by pg-copy-streams takes over
 * whatever listens, and insists that it is one.
 */
export function readInTurns(stream: Duplex): void {
  let readBytes = 0
  let isPaused = false
  const goOn = () => {
    readBytes = 0
    if (isPaused) stream.resume()
    isPaused = false
  }
  const count = (bytes: number) => {
    if (bytes < sentAtOnce) return
    if (readBytes === 0) setImmediate(goOn)
    readBytes += bytes
    if (readBytes < bytesInTurn || isPaused) return
    isPaused = true
    stream.pause()
  }
  const listening = stream.listeners('data')
  stream.removeAllListeners('data')
  stream.on('data', (chunk: Buffer) => {
    for (const listener of listening) Reflect.apply(listener, stream, [chunk])
    count(chunk.length)
  })
}
