import { MPEG1 } from '#mpeg1-video'
import { BitReader } from './bit-reader.js'
import { type Planes, rgbaOf } from './rgba.js'
import { videoPayload } from './video-payload.js'

/** A picture in colours, four bytes each. */
export interface DecodedPicture {
  readonly width: number
  readonly height: number
  readonly pixels: Uint8ClampedArray<ArrayBuffer>
}

/** Start codes (ISO/IEC 11172-2, 2.4.1). */
const sequenceHeader = 0xb3
const pictureHeader = 0x00
/** The decoder keeps two pictures: more pixels than a transcoder of the gateway makes are refused. */
const mostPixels = 4_000_000

/** Decodes MPEG-1 video, frame by frame as it stands in media frames. It has no B-pictures. */
export class Mpeg1Decoder {
  readonly #video = new MPEG1({ streaming: true, videoBufferSize: 1 })
  #planes: Planes | null = null

  constructor() {
    this.#video.connect({
      resize: () => undefined,
      render: (y, cr, cb) => {
        this.#planes = { y, cr, cb, stride: this.#video.codedWidth }
      },
    })
  }

  /**
   * Takes the packets of one picture.
   * @returns whether there is a new picture
   * @throws RangeError for what is no picture that can be decoded; the next one to be given is a keyframe
   */
  decode(packets: Uint8Array): boolean {
    const reader = new BitReader(videoPayload(packets))
    this.#video.bits = reader
    this.#planes = null
    for (let code = reader.findNextStartCode(); code !== -1; code = reader.findNextStartCode()) {
      if (code === sequenceHeader) this.#begin(reader)
      else if (code === pictureHeader && this.#video.hasSequenceHeader) this.#video.decodePicture()
    }
    return this.#planes !== null
  }

  /** The picture that was decoded last, in colours; null where that gave none. Valid until the next `decode`. */
  picture(): DecodedPicture | null {
    if (this.#planes === null) return null
    const { width, height } = this.#video
    return { width, height, pixels: rgbaOf(this.#planes, { width, height }) }
  }

  #begin(reader: BitReader): void {
    const at = reader.index
    const [width, height] = [reader.read(12), reader.read(12)]
    if (width === 0 || height === 0 || width * height > mostPixels)
      throw new RangeError(`a picture of ${width}x${height} is not decoded`)
    reader.index = at
    this.#video.decodeSequenceHeader()
  }
}
