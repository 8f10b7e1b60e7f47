/** How long what no setting speaks of is kept after its end, milliseconds. */
const hourMs = 60 * 60 * 1000
const dayMs = 24 * hourMs

export const ages = {
  /** Answers kept for a repeated request (interface: Idempotency-Key). */
  idempotencyKey: dayMs,
  /** An upload of which nothing has arrived: a gateway that comes back begins anew. */
  silentUpload: 7 * dayMs,
  /** An upload that ended; its medium stays. */
  endedUpload: 7 * dayMs,
  /** Bytes of a medium that never was ready: an upload may be about to end. */
  unfinishedMedium: hourMs,
  /** Mails and deliveries that ended; people look at what became of them. */
  mail: 30 * dayMs,
  delivery: 30 * dayMs,
  /** Commands between nodes: their deadline is seconds. */
  gatewayCommand: dayMs,
  /** Codes that are no longer good: they answer why for this long. */
  pairingCode: 30 * dayMs,
} as const

export const daysMs = (days: number): number => days * dayMs
