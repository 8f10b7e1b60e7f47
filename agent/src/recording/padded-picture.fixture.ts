/** A picture of so many bytes: behind it follows a NAL unit of filler (H.264, type 12). */
export function paddedPicture(picture: Uint8Array, bytes: number): Buffer {
  const filler = Buffer.alloc(bytes - picture.length - 4, 0xff)
  filler[0] = 12
  filler[filler.length - 1] = 0x80
  const length = Buffer.alloc(4)
  length.writeUInt32BE(filler.length)
  return Buffer.concat([picture, length, filler])
}
