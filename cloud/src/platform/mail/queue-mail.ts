import { uuidv7 } from 'uuidv7'
import type { Config } from '../config.js'
import type { Tx } from '../database/handles.js'
import { notify } from '../database/notify.js'
import type { SecretBox } from '../secrets/secret-box.js'
import { insertMails } from './mail.repository.js'
import { oneLine } from './mail-text.js'
import { sealedTextContext } from './sealed-text.js'

/** True where a mail server is set. Without one, ask nobody to check their mail, and queue none. */
export function mailIsConfigured(config: Pick<Config, 'smtpUrl'>): boolean {
  return config.smtpUrl !== null
}

/** A mail of plain text to one person. */
interface QueuedMail {
  readonly orgId: string
  /** One mailbox, `name@host`. */
  readonly to: string
  /** Made one line of at most 200 characters. */
  readonly subject: string
  readonly text: string
  /** What causes the mail: a second one under the same key, in the same organisation, is not queued. */
  readonly dedupeKey?: string | undefined
}

/**
 * Queues a mail in the transaction of what causes it. A worker sends it after COMMIT, and again until the mail server
 * took it: a mail may come twice, it is never lost to a mail server that is away. Its text waits sealed, for it may hold
 * a link by which whoever reads it gets in.
 */
export async function queueMail(
  tx: Tx,
  secretBox: SecretBox,
  { orgId, to, subject, text, dedupeKey }: QueuedMail,
): Promise<void> {
  const id = uuidv7()
  const { bytes, keyId } = secretBox.seal(text, sealedTextContext(orgId, id))
  const sealed = { body_text: '', sealed_text: bytes, sealed_text_key_id: keyId }
  const mail = { org_id: orgId, id, recipient: to, subject: oneLine(subject), ...sealed }
  const queued = await insertMails(tx, [{ ...mail, dedupe_key: dedupeKey ?? null }])
  if (queued > 0) await notify(tx, 'work', 'outgoing_mail')
}
