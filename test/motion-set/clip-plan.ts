/** What happens in a clip. The first two are movement, the others are none. */
export const kinds = ['walker', 'car', 'flicker', 'rain', 'sunrise', 'shaking', 'still'] as const
export type Kind = (typeof kinds)[number]

/** How a camera encodes it. */
export interface Encoding {
  readonly name: string
  /** Constant quality, or a constant rate that the encoder keeps within a second. */
  readonly rate: 'crf' | 'cbr'
  readonly gopSec: number
  readonly bFrames: number
  /** A dark scene with the noise of a sensor that sees little. */
  readonly isNight: boolean
}

const encoding = (rate: Encoding['rate'], gopSec: number, more: Partial<Encoding> = {}): Encoding => ({
  rate,
  gopSec,
  bFrames: 0,
  isNight: false,
  ...more,
  name: [rate, `gop ${gopSec} s`, more.bFrames && 'B', more.isNight && 'night'].filter(Boolean).join(', '),
})

export const encodings: readonly Encoding[] = [
  ...[1, 4, 20].flatMap((gopSec) => [encoding('crf', gopSec), encoding('cbr', gopSec)]),
  encoding('crf', 4, { bFrames: 2 }),
  encoding('crf', 4, { isNight: true }),
  encoding('cbr', 4, { isNight: true }),
]

export interface ClipPlan {
  readonly kind: Kind
  readonly encoding: Encoding
  /** Decides the scene and all that happens in it. */
  readonly seed: number
}

/** The two halves of the set: figures are adjusted on one, and the other says what they are worth. */
export type Half = 'tuning' | 'examination'

/** @param variants how many scenes of each kind and encoding */
export function clipPlans(half: Half, variants: number): ClipPlan[] {
  const first = half === 'tuning' ? 1000 : 700_000
  return Array.from({ length: variants }, (_, variant) =>
    kinds.flatMap((kind, k) =>
      encodings.map((each, e) => ({ kind, encoding: each, seed: first + variant * 1000 + k * 100 + e })),
    ),
  ).flat()
}

export function nameOf({ kind, encoding: { name }, seed }: ClipPlan): string {
  return `${kind} (${name}, seed ${seed})`
}
