import type { ServedStream } from './rtsp-context.js'

/** A stream, and the control of a track behind its path; empty for the stream as a whole. */
export interface FoundStream {
  readonly stream: ServedStream
  readonly control: string
}

/** The stream that a request's address names: of several the one with the longest path. */
export function findStream(streams: readonly ServedStream[], uri: string): FoundStream | null {
  const path = pathOf(uri)
  const ways = streams.filter((stream) => path === stream.path || path.startsWith(`${stream.path}/`))
  const stream = ways.toSorted((a, b) => b.path.length - a.path.length)[0]
  return stream === undefined ? null : { stream, control: path.slice(stream.path.length + 1) }
}

/** What stands behind host and port. */
function pathOf(uri: string): string {
  return /^rtsps?:\/\/[^/]*(.*)$/i.exec(uri)?.[1] ?? uri
}
