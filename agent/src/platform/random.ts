import { randomBytes, randomUUID } from 'node:crypto'
import { uuidv7 } from 'uuidv7'

/** Where chance comes from, so that a test can decide it. */
export interface Random {
  /** Evenly distributed in [0, 1). For jitter, never for secrets. */
  fraction(): number
  /** A UUID that sorts by time of creation; the id of events. */
  timeId(): string
  /** A UUID without meaning; the id of frames and attempts. */
  id(): string
  /** Cryptographically strong bytes. */
  bytes(count: number): Uint8Array
}

export const systemRandom: Random = {
  fraction: () => Math.random(),
  timeId: () => uuidv7(),
  id: () => randomUUID(),
  bytes: (count) => randomBytes(count),
}
