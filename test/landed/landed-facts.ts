import { z } from 'zod'

const Account = z.object({ email: z.string(), password: z.string() })

/** A recorded event of a landed data folder, and its clip. */
const LandedEvent = z.object({
  id: z.uuid(),
  trigger_source: z.string(),
  clip_sha256: z.string().length(64),
})

/** What a landed data folder holds, as its own cloud showed it to its owner; `landed.json` beside it. */
export const LandedFacts = z.object({
  /** What every secret of the folder was made for: nothing else. */
  commit: z.string(),
  owner: Account,
  user: Account,
  organisation_id: z.uuid(),
  site_id: z.uuid(),
  gateway_id: z.uuid(),
  camera_id: z.uuid(),
  rule_id: z.uuid(),
  alert_id: z.uuid(),
  webhook_id: z.uuid(),
  /** In the cloud with their clips, the oldest first. */
  events: z.array(LandedEvent).min(1),
  /** Recorded while the gateway had no line: the cloud knows nothing of it. */
  unsent: LandedEvent.pick({ id: true, clip_sha256: true }),
})
export type LandedFacts = z.infer<typeof LandedFacts>
