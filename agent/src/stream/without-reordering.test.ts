import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { encodeVideo, ffmpegForTests } from '#testing/encode-video.js'
import { damaged, seeded } from '../rtsp/hostile-bytes.fixture.js'
import { readSps } from './sequence-parameter-set.js'
import { withoutReordering } from './without-reordering.js'

/** As cameras sent them. */
const silent = {
  'without usability information, baseline': 'Z0IAH5WoFAFuQA==',
  'constrained baseline of ten years ago': 'Z0KAHtoCgPRA',
}
const speaking = {
  'x264, baseline': '6742c01ed900a02ff97011000003000100000300320f162e48',
  'x264 with a pyramid of B-frames': '67640028acd940780227e5c044000003000400000300c83c60c658',
  'x264 with buffer descriptions': '6764000dacd1016096c044000003000400000300c9808007a10001e84a4c30078a1489',
}

const pictureOf = (unit: Uint8Array) => {
  const { reorderDepth: _, unrestricted: __, ...picture } = readSps(unit) ?? {}
  return picture
}

describe('a set that says nothing of reordering', () => {
  it.each(Object.entries(silent))('says that there is none: %s', (_name, base64) => {
    const unit = Buffer.from(base64, 'base64')
    expect(readSps(unit)).not.toBeNull()
    expect(readSps(unit)?.unrestricted).not.toBeNull()
    const written = withoutReordering(unit)
    expect(readSps(written)).toMatchObject({ reorderDepth: 0, unrestricted: null })
    expect(pictureOf(written)).toEqual(pictureOf(unit))
    // Nothing is left to be written the second time.
    expect(withoutReordering(written)).toBe(written)
  })

  it.each([false, true])('decodes to the same pictures (usability information: %s)', async (hasVui) => {
    const { pictures, format } = await encodeVideo({ seconds: 1, fps: 10 })
    const whole = format.parameterSets[0] ?? new Uint8Array()
    const cut = silenced(whole, hasVui)
    expect(readSps(cut)?.unrestricted).toMatchObject({ hasVui })
    const others = format.parameterSets.slice(1)
    const written = withoutReordering(cut)
    const hashes = await Promise.all(
      [whole, cut, written].map((sps) =>
        pictureHashes(
          [sps, ...others],
          pictures.map(({ data }) => data),
        ),
      ),
    )
    expect(readSps(written)).toMatchObject({ reorderDepth: 0, unrestricted: null })
    expect(hashes[2]).toEqual(hashes[0])
    expect(hashes[2]).toEqual(hashes[1])
    expect(hashes[2]).toHaveLength(10)
  })
})

it.each(Object.entries(speaking))('one that says something stays as it is: %s', (_name, hex) => {
  const unit = Buffer.from(hex, 'hex')
  expect(withoutReordering(unit)).toBe(unit)
})

it('what is damaged is never made to describe another picture', () => {
  const random = seeded(7)
  const sets = Object.values(silent).map((base64) => Buffer.from(base64, 'base64'))
  let written = 0
  for (let turn = 0; turn < 3000; turn++) {
    const unit = damaged(random, sets[turn % sets.length] ?? Buffer.alloc(0))
    const result = withoutReordering(unit)
    if (result === unit) continue
    written += 1
    expect(pictureOf(result)).toEqual(pictureOf(unit))
  }
  expect(written).toBeGreaterThan(100)
})

/** The same set, as an encoder writes it that gives no usability information, or none of reordering. */
function silenced(unit: Uint8Array, hasVui: boolean): Uint8Array {
  const payload = unit.filter((byte, at) => byte !== 3 || unit[at - 1] !== 0 || unit[at - 2] !== 0)
  const bits = Array.from(payload, (byte) => byte.toString(2).padStart(8, '0')).join('')
  for (let at = 32; at < bits.length; at++) {
    const cut = `${bits.slice(0, at)}01`
    const bytes = Buffer.from(
      (cut.padEnd(Math.ceil(cut.length / 8) * 8, '0').match(/.{8}/g) ?? []).map((byte) =>
        Number.parseInt(byte, 2),
      ),
    )
    const read = readSps(bytes)
    const isCut = read?.unrestricted?.bit === at && read.unrestricted.hasVui === hasVui
    if (isCut && read.width === readSps(unit)?.width) return withPrevention(bytes)
  }
  throw new Error('the set has no usability information')
}

function withPrevention(bytes: Uint8Array): Uint8Array {
  const hex = Buffer.from(bytes).toString('hex').match(/../g)?.join(' ') ?? ''
  return Buffer.from(hex.replace(/00 00 (?=0[0-3])/g, '00 00 03 ').replaceAll(' ', ''), 'hex')
}

async function pictureHashes(sets: readonly Uint8Array[], pictures: readonly Buffer[]): Promise<string[]> {
  const { path } = await ffmpegForTests()
  const start = Buffer.from([0, 0, 0, 1])
  const units = pictures.flatMap((data) => {
    const found: Uint8Array[] = []
    for (let at = 0; at < data.length; at += 4 + data.readUInt32BE(at))
      found.push(start, data.subarray(at + 4, at + 4 + data.readUInt32BE(at)))
    return found
  })
  const stream = Buffer.concat([...sets.flatMap((set) => [start, set]), ...units])
  const running = promisify(execFile)(path, [
    '-v',
    'error',
    '-f',
    'h264',
    '-i',
    'pipe:0',
    '-f',
    'framemd5',
    '-',
  ])
  running.child.stdin?.end(stream)
  const { stdout } = await running
  return stdout
    .split('\n')
    .flatMap((line) => (/^\d/.test(line) ? [line.split(',').at(-1)?.trim() ?? ''] : []))
}
