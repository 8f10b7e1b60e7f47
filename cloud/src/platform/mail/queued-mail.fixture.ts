import type { TestDatabase } from '#testing/test-database.js'
import type { Platform } from '../platform.js'
import { sealedTextContext } from './sealed-text.js'

/** A mail of a test that waits, its text opened. */
export interface QueuedForTest {
  readonly org_id: string
  readonly recipient: string
  readonly subject: string
  readonly text: string
}

/** The mails that wait for somebody, or in an organisation, in the order in which they were queued. */
export async function queuedMails(
  { test, platform }: { test: TestDatabase; platform: Pick<Platform, 'secretBox'> },
  of: { recipient?: string; orgId?: string },
): Promise<QueuedForTest[]> {
  const rows = await test.query<
    Omit<QueuedForTest, 'text'> & { id: string; bytes: Buffer; key_id: string; body_text: string }
  >(
    `select org_id, id, recipient, subject, body_text, sealed_text as bytes, sealed_text_key_id as key_id
     from outgoing_mail where recipient = coalesce($1, recipient) and org_id = coalesce($2, org_id) order by id`,
    [of.recipient ?? null, of.orgId ?? null],
  )
  return rows.map(({ org_id, id, recipient, subject, body_text, bytes, key_id: keyId }) => {
    if (body_text !== '')
      throw new Error('the text of a mail stands where everybody who reads the database sees it')
    const text = platform.secretBox.open({ bytes, keyId }, sealedTextContext(org_id, id))
    return { org_id, recipient, subject, text }
  })
}
