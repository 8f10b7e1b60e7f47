import Mpeg1Muxer from 'node-rtsp-stream/mpeg1muxer.js'
import type { Clock } from '../clock.js'
import { asError } from '../errors.js'

/** Turns H.264 or H.265 as Annex B into MPEG-1 video in a transport stream, which a page draws by itself. */
export interface Transcoder {
  /** Bytes given and not yet taken. */
  readonly waiting: number
  write(bytes: Buffer): void
  /** Resolves once its process is gone, within some three seconds. */
  stop(): Promise<void>
}

interface TranscoderEvents {
  readonly data: (bytes: Buffer) => void
  /** It ended by itself. @param said the newest of what it wrote about that */
  readonly ended: (said: string) => void
}

/** Makes one that runs. */
export type StartTranscoder = (events: TranscoderEvents) => Transcoder

/** Pictures are at most this wide, pixels: enough to aim a camera. */
const widest = 960
const killAfterMs = 2000
const saidLimit = 2000

/**
 * What `node-rtsp-stream` offers for this, and nothing else of it: its own server asks nobody who they are and listens on
 * every interface. It reads a pipe, so no address or password reaches a command line; that pipe begins with a
 * start code of ours, which no format that leads to other files begins with. The child is ended by us.
 */
export function mpeg1Transcoder(ffmpegPath: string, clock: Clock): StartTranscoder {
  return ({ data, ended }) => {
    const muxer = startedMuxer(ffmpegPath)
    if (muxer instanceof Error) return notStarted(muxer, ended, clock)
    const child = muxer.stream
    let said = ''
    let isStopping = false
    muxer.on('mpeg1data', data)
    muxer.on('ffmpegStderr', (text) => {
      said = (said + text.toString()).slice(-saidLimit)
    })
    // Writing to a child that is gone is no news: its end is reported below.
    child.stdin.on('error', () => undefined)
    const gone = new Promise<void>((resolve) => {
      const end = (text: string) => {
        resolve()
        if (!isStopping) ended(text)
      }
      child.on('error', (error) => end(error.message))
      child.once('close', () => end(said.trim()))
    })
    return {
      get waiting() {
        return child.stdin.writableLength
      },
      write: (bytes) => void child.stdin.write(bytes),
      async stop() {
        isStopping = true
        child.stdin.destroy()
        child.kill('SIGTERM')
        const cancel = clock.after(killAfterMs, () => child.kill('SIGKILL'))
        await gone
        cancel()
      },
    }
  }
}

/**
 * Starts the muxer. Where files or memory are short its constructor throws in the middle, over a child of which nobody
 * would hear the error that Node emits in the next turn, which ends the process if it has no listener.
 */
function startedMuxer(ffmpegPath: string): Mpeg1Muxer | Error {
  const muxer: unknown = Object.create(Mpeg1Muxer.prototype)
  if (!(muxer instanceof Mpeg1Muxer)) throw new TypeError('node-rtsp-stream is not the version that is known')
  try {
    Mpeg1Muxer.call(muxer, { url: 'pipe:0', ffmpegPath, ffmpegOptions: outputOptions })
    return muxer
  } catch (error) {
    const child: Partial<Pick<Mpeg1Muxer, 'stream'>> = muxer
    child.stream?.once('error', () => undefined)
    return asError(error)
  }
}

/** One that ended at once; it says so after the caller has it. */
function notStarted(error: Error, ended: TranscoderEvents['ended'], clock: Clock): Transcoder {
  const cancel = clock.after(0, () => ended(`ffmpeg could not be started: ${error.message}`))
  return {
    waiting: 0,
    write: () => undefined,
    stop: () => {
      cancel()
      return Promise.resolve()
    },
  }
}

/** MPEG-1 knows few frame rates; pictures that come slower are shown as they come. */
const outputOptions = {
  '-loglevel': 'error',
  '-an': '',
  '-r': '25',
  '-vf': `scale=min(iw\\,${widest}):-2`,
  '-b:v': '2000k',
  '-maxrate': '3000k',
  '-bufsize': '1500k',
  '-bf': '0',
  '-g': '12',
  '-threads': '1',
  '-muxdelay': '0',
  '-flush_packets': '1',
} as const
