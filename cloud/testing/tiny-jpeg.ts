/**
 * The shortest bytes that have the frame of a JPEG of this size: its begin, its frame header, its end. Decoders find no
 * picture in it; it is for tests of what carries pictures.
 */
export function tinyJpeg(width: number, height: number): Buffer {
  const app0 = [0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0]
  const size = [height >> 8, height & 0xff, width >> 8, width & 0xff]
  const frame = [0xff, 0xc0, 0, 11, 8, ...size, 1, 1, 0x11, 0]
  return Buffer.from([0xff, 0xd8, ...app0, ...frame, 0xff, 0xd9])
}
