/** The class of jsmpeg that decodes MPEG-1 video, put there by build.mjs; of it what is used here. */
declare module '#mpeg1-video' {
  export class MPEG1 {
    constructor(options: { readonly streaming: boolean; readonly videoBufferSize: number })
    /** In front of 1 to 31 bits. */
    bits: object
    readonly width: number
    readonly height: number
    readonly codedWidth: number
    readonly hasSequenceHeader?: boolean
    connect(destination: {
      resize(width: number, height: number): void
      render(y: Uint8ClampedArray, cr: Uint8ClampedArray, cb: Uint8ClampedArray): void
    }): void
    decodeSequenceHeader(): void
    decodePicture(): void
  }
}
