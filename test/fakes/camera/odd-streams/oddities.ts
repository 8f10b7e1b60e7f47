import type { VideoCodec } from '../picture/annex-b.js'
import type { PacketFaults } from '../rtsp/video-packetiser.js'

/** How a simulated camera, and the way to it, differ from what they should be. */
export interface OddStream {
  /** What is odd, in words. */
  readonly named: readonly string[]
  readonly codec: VideoCodec
  /** By way of a connection, or of datagrams that overtake each other. */
  readonly transport: 'tcp' | 'udp'
  /** The network takes up to this, ms. */
  readonly jitterMs: number
  /** Packets of a keyframe, about. */
  readonly keyframePackets: number
  readonly hasBFrames: boolean
  readonly faults: Partial<PacketFaults>
  /** The timestamps jump by so much, each half minute, seconds. */
  readonly jumpSec: number
  /** Every so many packets one is lost; null for none. */
  readonly loseEvery: number | null
  /** Bytes without meaning stand between two frames of a connection, so often, seconds. */
  readonly strayEverySec: number | null
  /** Every so many frames of a connection one is broken off. */
  readonly cutEvery: number | null
  /** Pictures stop for so long in the middle of each recording, seconds. */
  readonly frozenSec: number
  /** Decoding begins at recovery points alone. */
  readonly isRefreshed: boolean
  /** Another sender sends beside it. */
  readonly hasStranger: boolean
  /** Keep-alives are answered with this status between the frames of a connection; null for none. */
  readonly keepAliveStatus: number | null
}

interface Oddity {
  readonly name: string
  /** With which of the others nobody could say what is right. */
  readonly excludes?: readonly string[]
  of(chance: Chance): Partial<OddStream>
}

/** What a seed decides. */
class Chance {
  readonly #random: () => number

  constructor(random: () => number) {
    this.#random = random
  }

  below(bound: number): number {
    return Math.floor(this.#random() * bound)
  }

  between(least: number, most: number): number {
    return least + this.#random() * (most - least)
  }

  oneOf<T>(choices: readonly [T, ...T[]]): T {
    return choices[this.below(choices.length)] ?? choices[0]
  }
}

const oddities: readonly Oddity[] = [
  {
    name: 'another source with each keyframe',
    of: (chance) => ({
      faults: { rtsp: { sources: chance.oneOf(['next-at-keyframe', 'numbers-begin-anew']) } },
    }),
  },
  {
    name: 'another payload type',
    of: (chance) => ({
      faults: { rtsp: { sentPayloadType: chance.oneOf([[105], [96, 110], [97, 98, 99]]) } },
    }),
  },
  {
    name: 'packets that bear nothing',
    of: (chance) => ({ faults: { rtsp: { emptyPackets: chance.oneOf(['empty', 'padding', 'marker']) } } }),
  },
  { name: 'levels in turn', of: () => ({ faults: { setsInTurn: true } }) },
  {
    name: 'single timestamps that are far off',
    of: (chance) => ({
      faults: {
        videoTimeStrays: {
          bySec: chance.oneOf([-9800, 9800, 500, -3, 3]),
          everySec: 2,
          inRow: chance.oneOf([1, 2]),
          fromPicture: chance.oneOf([0, 10, chance.below(18)]),
        },
      },
      hasBFrames: chance.oneOf([true, false]),
    }),
  },
  {
    name: 'timestamps that stand still',
    // Nothing shows in which order pictures are shown, or that another source is the same camera; and a clock stands or errs.
    excludes: [
      'another source with each keyframe',
      'another payload type',
      'single timestamps that are far off',
      'a clock that is wrong',
      'B-frames',
    ],
    of: () => ({ faults: { videoTimeFault: 'standing' } }),
  },
  {
    name: 'a clock that is wrong',
    of: (chance) => ({ faults: { videoClockError: chance.oneOf([-1, 1]) * chance.between(0.0003, 0.019) } }),
  },
  { name: 'a clock that is set', of: (chance) => ({ jumpSec: chance.oneOf([-3600, -7, 7, 3600]) }) },
  { name: 'lost packets', of: (chance) => ({ loseEvery: 150 + chance.below(300) }) },
  { name: 'stray bytes', of: (chance) => ({ strayEverySec: chance.between(3, 8), transport: 'tcp' }) },
  {
    name: 'frames that are broken off',
    of: (chance) => ({ cutEvery: 200 + chance.below(300), transport: 'tcp' }),
  },
  { name: 'pictures that stop', of: (chance) => ({ frozenSec: chance.between(2, 6) }) },
  { name: 'recovery points', of: () => ({ isRefreshed: true, codec: 'h264' }) },
  {
    name: 'a stranger',
    // Who sends while ours is silent for long may be ours.
    excludes: ['pictures that stop'],
    of: () => ({ hasStranger: true }),
  },
  {
    name: 'keep-alives that are refused',
    of: (chance) => ({ keepAliveStatus: chance.oneOf([400, 404, 500]), transport: 'tcp' }),
  },
  { name: 'B-frames', of: () => ({ hasBFrames: true }) },
]

function areExclusive(one: Oddity, other: Oddity): boolean {
  return one.excludes?.includes(other.name) === true || other.excludes?.includes(one.name) === true
}

/** Two or three oddities at once, as the seed says. */
export function planOddStream(random: () => number): OddStream {
  const chance = new Chance(random)
  const chosen: Oddity[] = []
  for (const wanted = 2 + chance.below(2); chosen.length < wanted; ) {
    const next = oddities[chance.below(oddities.length)]
    if (next !== undefined && chosen.every((other) => other !== next && !areExclusive(other, next)))
      chosen.push(next)
  }
  const changes = chosen.map((oddity) => oddity.of(chance))
  const rtsp = changes.reduce<PacketFaults['rtsp']>((all, change) => ({ ...all, ...change.faults?.rtsp }), {})
  const spoilt = changes.reduce<Partial<PacketFaults>>((all, change) => ({ ...all, ...change.faults }), {})
  const faults = { ...spoilt, rtsp }
  const usual: OddStream = {
    named: chosen.map(({ name }) => name),
    codec: chance.oneOf(['h264', 'h265']),
    transport: chance.oneOf(['tcp', 'tcp', 'udp']),
    jitterMs: chance.between(0, 20),
    keyframePackets: chance.oneOf([1, 4, 67]),
    hasBFrames: false,
    faults,
    jumpSec: 0,
    loseEvery: null,
    strayEverySec: null,
    cutEvery: null,
    frozenSec: 0,
    isRefreshed: false,
    hasStranger: false,
    keepAliveStatus: null,
  }
  const stream = changes.reduce<OddStream>((all, change) => ({ ...all, ...change }), usual)
  return { ...stream, hasBFrames: changes.some((change) => change.hasBFrames === true), faults }
}
