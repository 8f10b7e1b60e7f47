import type { EventCategory, PredicateCondition, Severity } from '@sightline/protocol'
import type { Token } from './tokens.js'

type Of<Op extends PredicateCondition['op']> = Extract<PredicateCondition, { op: Op }>

/** A camera or a site that words can mean. */
export interface NamedPlace {
  readonly kind: 'camera' | 'site'
  readonly id: string
  readonly name: string
  /** Of a camera: where it stands. */
  readonly siteId: string
}

/** Words that name one or several places of the organisation. */
export interface PlaceInSentence {
  readonly words: string
  /** At least one. */
  readonly fitting: readonly NamedPlace[]
  /** False where the words are a part of the name only. */
  readonly exact: boolean
}

/** What some words of a sentence mean. */
export type Meaning =
  | { readonly kind: 'object'; readonly label: string; readonly least?: number; readonly most?: number }
  | { readonly kind: 'place'; readonly place: PlaceInSentence }
  | { readonly kind: 'hours'; readonly from: string; readonly to: string; readonly days?: Of<'time'>['days'] }
  | { readonly kind: 'days'; readonly days: NonNullable<Of<'time'>['days']> }
  | { readonly kind: 'category'; readonly categories: readonly EventCategory[] }
  | { readonly kind: 'source'; readonly source: Of<'source'>['in'][number] }
  | { readonly kind: 'severity'; readonly least?: Severity; readonly most?: Severity }
  | { readonly kind: 'duration'; readonly least?: number; readonly most?: number }
  | { readonly kind: 'confidence'; readonly least: number }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'tag'; readonly tag: string }

/** Words that the predicate does not say, and why. */
export interface Unexpressed {
  readonly words: string
  readonly reason: string
}

/** What a reader found at a position of the sentence. */
export interface Reading {
  /** Tokens that it took. */
  readonly length: number
  /** Absent for words that are understood and cannot be said. */
  readonly meaning?: Meaning
  /** True for words that say by themselves that something is not so: `nobody`, `outside business hours`. */
  readonly negated?: boolean
  readonly assumptions?: readonly string[]
  readonly unexpressed?: readonly Unexpressed[]
}

/** Tries to understand what stands at `at`. */
export type Reader = (tokens: readonly Token[], at: number) => Reading | undefined
