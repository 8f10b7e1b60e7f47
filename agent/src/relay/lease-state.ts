import type { CameraLease } from '@sightline/protocol'

/**
 * What a relay may serve, as pure moves (docs/protocol.md, section 19).
 *
 * - `held`: the cameras that it serves now. Entered by `granted`; each stays as long as it is renewed. Left when
 *   the cloud ends the lease, or when the last renewal is too old: another relay may hold the camera by then.
 * - `last`: the newest epoch ever held of each camera. What was recorded under it is still reported under it, and a grant
 *   with an older one came too late.
 */
export interface LeaseState {
  readonly held: ReadonlyMap<string, HeldLease>
  readonly last: ReadonlyMap<string, number>
  /** How long a grant or a renewal counts, ms; the cloud says so with each renewal. */
  readonly validMs: number
}

interface HeldLease {
  readonly epoch: number
  /** Monotonic time at which it ends by itself, ms. */
  readonly untilMs: number
}

export type LeaseEvent =
  /** The cloud sent the camera's settings, for the first time or again. */
  | { readonly kind: 'granted'; readonly lease: CameraLease; readonly nowMs: number }
  | {
      readonly kind: 'renewed'
      readonly leases: readonly CameraLease[]
      readonly validMs: number
      readonly nowMs: number
    }
  | { readonly kind: 'dropped'; readonly lease: CameraLease }
  /** Time passed. */
  | { readonly kind: 'time_passed'; readonly nowMs: number }

/** Until the first renewal says otherwise. */
export const usualValidMs = 15_000

/** Nothing is held; `last` is what earlier processes held. */
export function noLeases(last: ReadonlyMap<string, number>): LeaseState {
  return { held: new Map(), last, validMs: usualValidMs }
}

/** The state after `event`. An event by an old epoch changes nothing: then the same state is answered. */
export function nextLeases(state: LeaseState, event: LeaseEvent): LeaseState {
  switch (event.kind) {
    case 'granted':
      return granted(state, event.lease, event.nowMs)
    case 'renewed': {
      const held = new Map(state.held)
      for (const { camera_id: id, epoch } of event.leases) {
        if (held.get(id)?.epoch === epoch) held.set(id, { epoch, untilMs: event.nowMs + event.validMs })
      }
      return { ...state, held, validMs: event.validMs }
    }
    case 'dropped': {
      const { camera_id: id, epoch } = event.lease
      const lease = state.held.get(id)
      return lease && lease.epoch <= epoch ? without(state, [id]) : state
    }
    case 'time_passed': {
      const over = [...state.held].filter(([, { untilMs }]) => untilMs <= event.nowMs)
      return over.length === 0
        ? state
        : without(
            state,
            over.map(([id]) => id),
          )
    }
  }
}

/** Monotonic time at which the first lease ends by itself, ms; null if none is held. */
export function firstEndMs({ held }: LeaseState): number | null {
  return held.size === 0 ? null : Math.min(...[...held.values()].map(({ untilMs }) => untilMs))
}

function granted(state: LeaseState, { camera_id: id, epoch }: CameraLease, nowMs: number): LeaseState {
  if (epoch < (state.last.get(id) ?? 0)) return state
  const held = new Map(state.held).set(id, { epoch, untilMs: nowMs + state.validMs })
  return { ...state, held, last: new Map(state.last).set(id, epoch) }
}

function without(state: LeaseState, cameraIds: readonly string[]): LeaseState {
  const held = new Map(state.held)
  for (const id of cameraIds) held.delete(id)
  return { ...state, held }
}
