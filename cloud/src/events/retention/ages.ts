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
  /** Mails and deliveries that ended; people read what became of them. */
  mail: 30 * dayMs,
  delivery: 30 * dayMs,
  /** Commands between nodes: their deadline is seconds. */
  gatewayCommand: dayMs,
  /** Tokens to watch a camera: from their end on they can be renewed no more. */
  liveToken: dayMs,
  /** Small pictures of a clip: made again when somebody asks. */
  preview: 7 * dayMs,
  /** Codes that are no longer good: they answer why for this long. */
  pairingCode: 30 * dayMs,
} as const

export const daysMs = (days: number): number => days * dayMs
