/** How many attempts may be under way on this node: to one webhook, and to all of one organisation. */
export interface Caps {
  readonly perWebhook: number
  readonly perOrg: number
}

/** A delivery and to whom it goes. */
export interface AddressedDelivery {
  readonly id: string
  readonly orgId: string
  readonly webhookId: string
}

/** How many slots are taken, by webhook and by organisation. */
export interface TakenSlots {
  readonly ofWebhooks: ReadonlyMap<string, number>
  readonly ofOrgs: ReadonlyMap<string, number>
}

/**
 * Keeps receivers that swallow connections from taking every slot there is, whether they are one webhook or many of
 * one organisation. A delivery takes its slot when it is claimed, so that none is claimed that would have to wait.
 */
export class DeliverySlots implements TakenSlots {
  readonly caps: Caps
  readonly ofWebhooks = new Map<string, number>()
  readonly ofOrgs = new Map<string, number>()
  readonly #held = new Map<string, AddressedDelivery>()

  constructor(caps: Caps) {
    this.caps = caps
  }

  take(delivery: AddressedDelivery): void {
    this.release(delivery.id)
    this.#held.set(delivery.id, delivery)
    add(this.ofWebhooks, delivery.webhookId, 1)
    add(this.ofOrgs, delivery.orgId, 1)
  }

  /** Gives the slot of a delivery back; nothing happens if it has none. */
  release(id: string): void {
    const delivery = this.#held.get(id)
    if (!delivery) return
    this.#held.delete(id)
    add(this.ofWebhooks, delivery.webhookId, -1)
    add(this.ofOrgs, delivery.orgId, -1)
  }
}

function add(taken: Map<string, number>, id: string, change: 1 | -1): void {
  const now = (taken.get(id) ?? 0) + change
  if (now > 0) taken.set(id, now)
  else taken.delete(id)
}
