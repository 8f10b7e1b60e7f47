import type { LiveLink } from './live-link.js'
import type { LiveSubscription, Seat } from './live-subscription.js'

/** A link with the numbers that are taken on it. */
export interface Lane {
  readonly link: LiveLink
  readonly seats: Map<number, LiveSubscription>
  nextId: number
}

const mostId = 65_535

export function laneOn(link: LiveLink): Lane {
  return { link, seats: new Map(), nextId: 1 }
}

/** Takes a number for a subscription. They go round, so that what is still on its way under an old one meets nobody. */
export function seatOn(lane: Lane, subscription: LiveSubscription): Seat {
  while (lane.seats.has(lane.nextId)) lane.nextId = (lane.nextId % mostId) + 1
  const id = lane.nextId
  lane.seats.set(id, subscription)
  lane.nextId = (id % mostId) + 1
  return {
    link: lane.link,
    id,
    free: () => void lane.seats.delete(id),
    another: () => seatOn(lane, subscription),
  }
}
