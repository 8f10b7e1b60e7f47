/** A column that holds what the secret box sealed, and the column beside it with the id of the key. */
export interface SealedColumn {
  readonly table: 'cameras' | 'webhooks' | 'ai_provider_keys' | 'outgoing_mail'
  readonly bytes: string
  readonly keyId: string
  /** The field by which its slice seals it (`SecretPlace`); the row is always named by its id. */
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
]
