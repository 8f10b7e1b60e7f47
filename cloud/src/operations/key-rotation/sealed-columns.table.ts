/** A column that holds what the secret box sealed, and the column beside it with the id of the key. */
export interface SealedColumn {
  readonly table:
    | 'cameras'
    | 'webhooks'
    | 'ai_provider_keys'
    | 'outgoing_mail'
    | 'push_keys'
    | 'push_subscriptions'
    | 'totp_secrets'
    | 'single_sign_on'
  readonly bytes: string
  readonly keyId: string
  /** The field by which its slice seals it (`SecretContext`); the row is always named by its id. */
  readonly field: string
}

/**
 * Every sealed column of the schema. A secret that moves (webhooks, at the rotation of theirs) moves to a column
 * further down, so that one walk in this order misses none. Kept answers of repeated requests are sealed as well;
 * they are gone after a day and stay as they are.
 */
export const sealedColumns: readonly SealedColumn[] = [
  {
    table: 'cameras',
    bytes: 'credentials',
    keyId: 'credentials_key_id',
    field: 'cameras.credentials',
  },
  { table: 'webhooks', bytes: 'secret', keyId: 'secret_key_id', field: 'webhook.secret' },
  {
    table: 'webhooks',
    bytes: 'previous_secret',
    keyId: 'previous_secret_key_id',
    field: 'webhook.secret',
  },
  {
    table: 'ai_provider_keys',
    bytes: 'secret',
    keyId: 'secret_key_id',
    field: 'ai_provider_keys.secret',
  },
  {
    table: 'outgoing_mail',
    bytes: 'sealed_text',
    keyId: 'sealed_text_key_id',
    field: 'outgoing_mail.sealed_text',
  },
  {
    table: 'push_keys',
    bytes: 'private_key',
    keyId: 'private_key_key_id',
    field: 'push_keys.private_key',
  },
  {
    table: 'push_subscriptions',
    bytes: 'secret',
    keyId: 'secret_key_id',
    field: 'push_subscriptions.secret',
  },
  { table: 'totp_secrets', bytes: 'secret', keyId: 'secret_key_id', field: 'totp_secrets.secret' },
  {
    table: 'single_sign_on',
    bytes: 'client_secret',
    keyId: 'client_secret_key_id',
    field: 'single_sign_on.client_secret',
  },
]
