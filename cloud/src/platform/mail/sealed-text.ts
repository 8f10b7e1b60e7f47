import { type SecretBox, type SecretContext, SecretError } from '../secrets/secret-box.js'
import type { OutgoingMailRow } from './mail.repository.js'

/** Where the text of a mail stands sealed. */
export function sealedTextContext(orgId: string, mailId: string): SecretContext {
  return { orgId, rowId: mailId, field: 'outgoing_mail.sealed_text' }
}

/** The text of a mail, sealed or not; null if it does not open. */
export function textOf(
  secretBox: SecretBox,
  { org_id, id, body_text, sealed_text: bytes, sealed_text_key_id: keyId }: OutgoingMailRow,
): string | null {
  if (bytes === null || keyId === null) return body_text ?? ''
  try {
    return secretBox.open({ bytes, keyId }, sealedTextContext(org_id, id))
  } catch (error) {
    if (error instanceof SecretError) return null
    throw error
  }
}
