import type { Ffmpeg } from '@sightline/agent/testing'

/** What a row of the bench is given. */
export interface Bench {
  /** A temporary folder of its own. */
  readonly folder: string
  /** How often product and reference are measured in turn. */
  readonly pairs: number
  /** True for a short run, whose figures are a hint only. */
  readonly quick: boolean
  /** How many cameras an agent has, one after the other, in the rows that count per camera. */
  readonly cameraCounts: readonly number[]
  /** Null where there is none: rows that need it are skipped. */
  readonly ffmpeg: Ffmpeg | null
  /** Says what is being done. */
  say(text: string): void
}

/** One line of the table. */
export interface Finding {
  readonly metric: string
  readonly product: string
  readonly reference: string
  /** Product by reference. */
  readonly ratio: string
  readonly goal: string
  readonly holds: boolean
}

export type Outcome =
  | {
      readonly kind: 'measured'
      readonly findings: readonly Finding[]
      /** What a reader must know beside the figures. */
      readonly notes: readonly string[]
      /** The version of PostgreSQL, if one was part of it. */
      readonly postgres?: string
    }
  | { readonly kind: 'skipped'; readonly reason: string }

/** A row of the table that docs/performance.md explains. */
export interface BenchRow {
  /** 1 to 14 are the goals that the list of goals numbers; other figures have 20 and more. */
  readonly number: number
  readonly title: string
  /** @throws Error if the measurement failed */
  measure(bench: Bench): Promise<Outcome>
}
