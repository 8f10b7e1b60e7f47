import type { CommitReset } from '@sightline/cloud/testing'
import { Seeded } from '@sightline/protocol/testing'
import type { Cut } from '../fakes/link/index.js'
import type { PartFault } from '../fakes/store-front/index.js'

/** How much happens in a run. */
export interface ChaosSize {
  readonly events: number
  /** The agent of the first site is killed so often. */
  readonly kills: number
  /** An ffmpeg of either site is killed so often. */
  readonly ffmpegKills: number
  /** The line of the second site breaks so often. */
  readonly cuts: number
  /** The store meets a part of an upload with a fault so often, of either site. */
  readonly storeFaults: number
  /** Connections to PostgreSQL are reset so often: one, all, or one at its COMMIT. */
  readonly databaseResets: number
  /** PostgreSQL answers slowly for a while so often. */
  readonly databaseSlow: number
  /** How long PostgreSQL is away in the middle of the run, ms. */
  readonly databaseAwayMs: number
  /** A node of the cloud is killed, or stopped in order, and started again so often. */
  readonly nodeFaults: number
  /** A camera that boots slowly is without power so often. */
  readonly slowBoots: number
  /** Of each of the two sites. */
  readonly cameras: number
  /** Whether people watch live, at both of two nodes. */
  readonly isWatched: boolean
  /** After a fault is over, everybody who may see sees pictures of now again within this, ms. */
  readonly backWithinMs: number
}

/** The run of `npm run chaos`. */
export const fullSize: ChaosSize = {
  events: 1000,
  kills: 100,
  ffmpegKills: 50,
  cuts: 200,
  storeFaults: 150,
  databaseResets: 100,
  databaseSlow: 10,
  databaseAwayMs: 60_000,
  nodeFaults: 20,
  slowBoots: 6,
  cameras: 12,
  isWatched: true,
  // The promise of docs/performance.md, Chaos.
  backWithinMs: 20_000,
}

/** What is reset between the cloud and PostgreSQL. */
export type DatabaseReset = 'one' | 'all' | { readonly atCommit: CommitReset }

/** How a node of the cloud ends. */
export type NodeEnd = 'kill' | 'drain'

/** One that has everything to itself, so that it can be said when pictures are back after it. */
interface MayBeAlone {
  readonly isAlone: boolean
}

/** A fault, once so many events were triggered. */
export type Fault =
  | ({ readonly kind: 'kill'; readonly after: number; readonly waitMs: number } & MayBeAlone)
  | { readonly kind: 'ffmpeg'; readonly after: number }
  | ({
      readonly kind: 'cut'
      readonly after: number
      readonly cut: Cut
      readonly lastsMs: number
    } & MayBeAlone)
  | { readonly kind: 'store'; readonly after: number; readonly fault: PartFault }
  | ({ readonly kind: 'database'; readonly after: number; readonly reset: DatabaseReset } & MayBeAlone)
  | ({ readonly kind: 'away'; readonly after: number; readonly lastsMs: number } & MayBeAlone)
  | ({
      readonly kind: 'slow'
      readonly after: number
      /** So much longer takes whatever goes to PostgreSQL, and whatever comes back. */
      readonly byMs: number
      readonly lastsMs: number
    } & MayBeAlone)
  | {
      readonly kind: 'boot'
      readonly after: number
      /** Which of the cameras that boot slowly, as a part of them. */
      readonly which: number
      readonly offMs: number
      /** It refuses every account for so long after the first that it refused. */
      readonly refusesMs: number
    }
  | ({
      readonly kind: 'node'
      readonly after: number
      readonly end: NodeEnd
      /** Which of the two; gateways are connected to the first. */
      readonly node: 0 | 1
      readonly lastsMs: number
    } & MayBeAlone)

/** A fault that those who watch live may notice. */
export type LiveFault = Extract<Fault, MayBeAlone>

/** What happens in a run, decided by the seed; the faults of a kind one after the other. */
export interface ChaosPlan {
  readonly kills: readonly Extract<Fault, { kind: 'kill' }>[]
  readonly ffmpegKills: readonly Extract<Fault, { kind: 'ffmpeg' }>[]
  readonly cuts: readonly Extract<Fault, { kind: 'cut' }>[]
  readonly storeFaults: readonly Extract<Fault, { kind: 'store' }>[]
  readonly databaseFaults: readonly Extract<Fault, { kind: 'database' | 'away' | 'slow' }>[]
  readonly nodeFaults: readonly Extract<Fault, { kind: 'node' }>[]
  readonly slowBoots: readonly Extract<Fault, { kind: 'boot' }>[]
  /** Once so many events were triggered, those are shut out whose right to watch ends. */
  readonly shutOutAfter: number
}

/** Of so many faults of a kind, the last has everything to itself. */
const aloneEach = 4
const isAlone = (index: number) => index % aloneEach === aloneEach - 1

/** Spreads the faults over the events. */
export function planChaos(size: ChaosSize, seed: number): ChaosPlan {
  const chance = new Seeded(seed)
  const spread = (count: number) =>
    Array.from({ length: count }, (_, index) =>
      Math.floor(((index + chance.fraction()) * size.events) / count),
    )
  return {
    kills: spread(size.kills).map((after, index) => ({
      kind: 'kill',
      after,
      waitMs: chance.between(0, 2500),
      isAlone: isAlone(index),
    })),
    ffmpegKills: spread(size.ffmpegKills).map((after) => ({ kind: 'ffmpeg', after })),
    cuts: spread(size.cuts).map((after, index) => ({
      kind: 'cut',
      after,
      cut: chance.oneOf(['reset', 'black hole', 'half-open']),
      // Longer and shorter than the silence after which the line is given up.
      lastsMs: chance.between(200, 6000),
      isAlone: isAlone(index),
    })),
    storeFaults: spread(size.storeFaults).map((after) => ({
      kind: 'store',
      after,
      fault: chance.oneOf<PartFault>(['stall', 302, 400, 407, 413, 503, 'reset']),
    })),
    databaseFaults: [
      ...spread(size.databaseResets).map((after, index) => ({
        kind: 'database' as const,
        after,
        isAlone: isAlone(index),
        reset: chance.oneOf<DatabaseReset>(['one', 'all', { atCommit: 'before' }, { atCommit: 'after' }]),
      })),
      {
        kind: 'away' as const,
        after: Math.floor(chance.between(size.events / 3, size.events / 2)),
        lastsMs: size.databaseAwayMs,
        isAlone: false,
      },
      // Of a seed of their own, as slow boots are.
      ...planSlowness(size, new Seeded(seed ^ 0x510c7)),
    ].toSorted((a, b) => a.after - b.after),
    nodeFaults: spread(size.nodeFaults).map((after, index) => ({
      kind: 'node',
      after,
      end: chance.oneOf<NodeEnd>(['kill', 'drain']),
      node: chance.oneOf<0 | 1>([0, 1]),
      lastsMs: chance.between(0, 4000),
      // They are few.
      isAlone: index % 2 === 1,
    })),
    // Of a seed of their own: the other faults of a seed stay as they were.
    slowBoots: planBoots(size, new Seeded(seed ^ 0x5b007)),
    shutOutAfter: Math.floor(size.events / 2),
  }
}

function planSlowness({ events, databaseSlow: count }: ChaosSize, chance: Seeded) {
  return Array.from({ length: count }, (_, index) => ({
    kind: 'slow' as const,
    after: Math.floor(((index + chance.fraction()) * events) / count),
    byMs: chance.between(20, 250),
    lastsMs: chance.between(2000, 8000),
    isAlone: false,
  }))
}

function planBoots({ events, slowBoots: count }: ChaosSize, chance: Seeded): ChaosPlan['slowBoots'] {
  return Array.from({ length: count }, (_, index) => ({
    kind: 'boot',
    after: Math.floor(((index + chance.fraction()) * events) / count),
    which: chance.fraction(),
    offMs: chance.between(500, 3000),
    refusesMs: chance.between(1000, 6000),
  }))
}
