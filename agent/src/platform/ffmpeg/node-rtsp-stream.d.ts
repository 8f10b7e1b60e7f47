/** The part of node-rtsp-stream 0.0.9 that is used: what it starts, and what that writes. It has no types of its own. */
declare module 'node-rtsp-stream/mpeg1muxer.js' {
  import type { ChildProcessWithoutNullStreams } from 'node:child_process'

  interface Mpeg1MuxerOptions {
    readonly url: string
    readonly ffmpegPath: string
    /** Options of the output, each with its value; an empty one for an option without. */
    readonly ffmpegOptions: Readonly<Record<string, string>>
  }

  export default class Mpeg1Muxer {
    constructor(options: Mpeg1MuxerOptions)
    readonly stream: ChildProcessWithoutNullStreams
    on(event: 'mpeg1data', listener: (data: Buffer) => void): this
    on(event: 'ffmpegStderr', listener: (data: Buffer) => void): this
  }
}
