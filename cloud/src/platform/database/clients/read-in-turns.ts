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
 * megabytes at a stretch. Call it behind the driver's own listener.
 */
export function readInTurns(stream: Duplex): void {
  let readBytes = 0
  let isPaused = false
  const goOn = () => {
    readBytes = 0
    if (isPaused) stream.resume()
    isPaused = false
  }
  stream.on('data', (chunk: Buffer) => {
    if (chunk.length < sentAtOnce) return
    if (readBytes === 0) setImmediate(goOn)
    readBytes += chunk.length
    if (readBytes < bytesInTurn || isPaused) return
    isPaused = true
    stream.pause()
  })
}
