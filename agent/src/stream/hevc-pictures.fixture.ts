/** Parameter sets of x265: 640x360 without B-frames, and 1920x1080 with three in a row. */
export const hevcSets = {
  vps: Buffer.from('40010c01ffff01600000030090000003000003003fba0240', 'hex'),
  sps: Buffer.from(
    '42010101600000030090000003000003003fa005020171f2e5ba4a4c2f016808000003000800000300c840',
    'hex',
  ),
  pps: Buffer.from('4401c073c189', 'hex'),
  largeSps: Buffer.from(
    '420101016000000300900000030000030078a003c0801107cb965654a4c2f0168080000003008000000c84',
    'hex',
  ),
}

/** Types of NAL units (H.265, table 7-1). */
export const hevcType = { trailing: 1, radl: 7, rasl: 9, bla: 16, idr: 19, cra: 21, prefixSei: 39 } as const

/** A slice NAL unit as far as anything here looks at it: type, first segment of its picture, then any bytes. */
export function hevcSlice(type: number, fill = 0xaa, length = 20, isFirst = true): Buffer {
  const unit = Buffer.alloc(length, fill)
  unit[0] = type << 1
  unit[1] = 1
  unit[2] = isFirst ? 0x88 : 0x48
  return unit
}
