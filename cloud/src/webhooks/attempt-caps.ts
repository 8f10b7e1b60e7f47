/** To whom an attempt goes. */
export interface Receiver {
  readonly orgId: string
  readonly webhookId: string
}

/** How many attempts may be under way on this node: to one webhook, and to all of one organisation. */
export interface Caps {
  readonly perWebhook: number
  readonly perOrg: number
}

/** Who has no place left. */
export interface NoPlaceLeft {
  readonly webhookIds: string[]
  readonly orgIds: string[]
}

/**
 * Keeps receivers that swallow connections from taking every place there is, whether they are one webhook or many of
 * one organisation.
 */
export class AttemptCaps {
  readonly #caps: Caps
  readonly #toWebhook = new Map<string, number>()
  readonly #ofOrg = new Map<string, number>()

  constructor(caps: Caps) {
    this.#caps = caps
  }

  /** Runs `work` if webhook and organisation have a place left; else does nothing and answers false. */
  async run({ orgId, webhookId }: Receiver, work: () => Promise<void>): Promise<boolean> {
    if ((this.#toWebhook.get(webhookId) ?? 0) >= this.#caps.perWebhook) return false
    if ((this.#ofOrg.get(orgId) ?? 0) >= this.#caps.perOrg) return false
    add(this.#toWebhook, webhookId, 1)
    add(this.#ofOrg, orgId, 1)
    try {
      await work()
    } finally {
      add(this.#toWebhook, webhookId, -1)
      add(this.#ofOrg, orgId, -1)
    }
    return true
  }

  get noPlaceLeft(): NoPlaceLeft {
    return {
      webhookIds: atLeast(this.#toWebhook, this.#caps.perWebhook),
      orgIds: atLeast(this.#ofOrg, this.#caps.perOrg),
    }
  }
}

function add(busy: Map<string, number>, id: string, change: 1 | -1): void {
  const now = (busy.get(id) ?? 0) + change
  if (now > 0) busy.set(id, now)
  else busy.delete(id)
}

function atLeast(busy: ReadonlyMap<string, number>, most: number): string[] {
  return [...busy].flatMap(([id, count]) => (count >= most ? [id] : []))
}
