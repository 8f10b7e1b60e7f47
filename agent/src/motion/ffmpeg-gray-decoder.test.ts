import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFakeClock } from '../platform/clock.fake.js'
import { systemClock } from '../platform/clock.js'
import { type Ffmpeg, findFfmpeg } from '../platform/ffmpeg/find-ffmpeg.js'
import type { Packet } from '../stream/packet.js'
import { requestFor } from './decode-request.fixture.js'
import { createFfmpegGrayDecoder } from './ffmpeg-gray-decoder.js'
import type { DecodeRequest } from './gray-decoder.js'
import { realPackets } from './real-packets.fixture.js'

let folder: string
let ffmpeg: Ffmpeg
/** A second of gray that grows brighter from picture to picture, in two sizes, one with B-frames. */
let small: Packet[]
let large: Packet[]

const never = new AbortController().signal
async function encode(width: number, height: number, bFrames: number): Promise<Packet[]> {
  return realPackets(ffmpeg.path, {
    source: `color=black:s=${width}x${height}:r=10:d=1,format=gray,geq=lum='40+N*16'`,
    size: [width, height],
    fps: 10,
    encoder: ['-bf', `${bFrames}`, '-b_strategy', '0', '-g', '50'],
  })
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'agent-gray-decoder-'))
  const { found } = await findFfmpeg(null, systemClock)
  if (found === null) throw new Error('these tests need ffmpeg')
  ffmpeg = found
  ;[small, large] = await Promise.all([encode(320, 180, 0), encode(640, 480, 2)])
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const decoder = (given = ffmpeg, clock = systemClock) =>
  createFfmpegGrayDecoder({ ffmpeg: given, clock, redact: (text) => text.replaceAll('hunter22', '***') })

const all = (packets: readonly Packet[]) => requestFor(packets)

async function double(name: string, body: string): Promise<Ffmpeg> {
  const path = join(folder, name)
  await writeFile(path, `#!/bin/sh\n${body}\n`)
  await chmod(path, 0o755)
  return { path, version: '7.0', from: 'setting' }
}

/** How bright the pictures are, and when they are shown, ms. */
async function brightness(request: DecodeRequest): Promise<[luma: number, ms: number][]> {
  const outcome = await decoder().decode(request, never)
  if (outcome.kind !== 'pictures') throw new Error(JSON.stringify(outcome))
  return outcome.pictures.map(({ luma, ptsUs }) => [luma[8000] ?? 0, ptsUs / 1000])
}

describe('real pictures', () => {
  it('come in order of presentation, with B-frames too', async () => {
    for (const packets of [small, large]) {
      const shown = await brightness(all(packets))
      expect(shown).toHaveLength(10)
      for (const [index, [luma, ms]] of shown.entries()) {
        expect(ms).toBe(shown[0]?.[1] === undefined ? 0 : shown[0][1] + index * 100)
        expect(Math.abs(luma - (40 + index * 16))).toBeLessThan(6)
      }
    }
  })

  it('are those that were asked for', async () => {
    const beganUs = large[0]?.ptsUs ?? 0
    const times = { fromPtsUs: beganUs + 450_000, untilPtsUs: beganUs + 850_000, everyUs: 140_000 }
    const shown = await brightness(requestFor(large, times))
    expect(shown.map(([luma]) => Math.round((luma - 40) / 16))).toEqual([0, 6, 8])
  })

  it('of several cameras share a decoder', async () => {
    const shared = decoder()
    const requests = [all(small), all(large.slice(0, 1)), all(small.slice(0, 4)), all(large)]
    const outcomes = await Promise.all(requests.map((request) => shared.decode(request, never)))
    expect(outcomes.map((each) => (each.kind === 'pictures' ? each.pictures.length : each))).toEqual([
      10, 1, 4, 10,
    ])
    const last = outcomes[3]?.kind === 'pictures' ? outcomes[3].pictures.at(-1)?.luma[8000] : 0
    expect(Math.abs((last ?? 0) - 184)).toBeLessThan(6)
  })

  it('of one camera that cannot be decoded do not spoil those of others', async () => {
    const broken = small.map((packet) => ({ ...packet, data: Buffer.alloc(packet.data.length, 0x55) }))
    const shared = decoder()
    const requests = [all(small.slice(0, 1)), all(broken), all(small)]
    const outcomes = await Promise.all(requests.map((request) => shared.decode(request, never)))
    expect(outcomes.map(({ kind }) => kind)).toEqual(['pictures', 'damaged', 'pictures'])
  })
})

describe('a decoder that fails', () => {
  it('hangs and ignores SIGTERM: it is ended, and the next request is served', async () => {
    const clock = createFakeClock()
    const hanging = decoder(await double('hang', 'trap "" TERM; while :; do sleep 0.05; done'), clock)
    const outcome = hanging.decode(all(small), never)
    const ended = new AbortController()
    void outcome.then(() => ended.abort())
    for (let round = 0; !ended.signal.aborted && round < 200; round += 1) {
      await clock.advance(500)
      await systemClock.delay(10)
    }
    expect(await outcome).toMatchObject({ kind: 'unavailable', reason: 'ffmpeg was ended after 5.6 s' })
  })

  it('is not there', async () => {
    const gone = decoder({ path: join(folder, 'gone'), version: '7.0', from: 'setting' })
    expect(await gone.decode(all(small), never)).toMatchObject({
      kind: 'unavailable',
      reason: expect.stringContaining('could not be started'),
    })
  })

  it('says why, without secrets', async () => {
    const failing = decoder(await double('fail', 'cat >/dev/null; echo "no hunter22 here" >&2; exit 3'))
    expect(await failing.decode(all(small), never)).toMatchObject({ kind: 'damaged', reason: 'no *** here' })
  })

  it('writes more than it was asked for: the rest is left', async () => {
    const talking = decoder(await double('talk', 'cat >/dev/null; head -c 3000000 /dev/zero'))
    expect(await talking.decode(all(small.slice(0, 2)), never)).toMatchObject({ kind: 'pictures' })
  })

  it('is given up in the middle', async () => {
    const controller = new AbortController()
    const slow = decoder(await double('slow', 'exec sleep 30'))
    const outcome = slow.decode(all(small), controller.signal)
    setTimeout(() => controller.abort(), 50)
    expect(await outcome).toMatchObject({ kind: 'aborted' })
  })
})
