import type { Format } from '@sightline/client/live'
import type { Drawn, StagedFrame } from './decode-messages.js'
import type { Snapshot } from './snapshot.js'

/** Who hears of what a stage does. */
export interface StageEvents {
  /** What is drawn from now on is of the format that was given last; times may have begun anew with it. */
  began(): void
  /** A frame was decoded, or left out. */
  done(sequence: number, generation: number): void
  drawn(drawn: Drawn): void
  /** It shows nothing more until the next `format`; one of Media Source Extensions not even then. */
  failed(message: string): void
}

/** One way of showing live pictures. Sound does not pass through it. */
export interface Stage {
  readonly kind: 'canvas' | 'mse'
  /** What is put into the page. */
  readonly view: HTMLCanvasElement | HTMLVideoElement
  format(format: Format): void
  frame(staged: StagedFrame): void
  /** What is shown; null while there is nothing. */
  snapshot(): Promise<Snapshot | null>
  close(): void
}
