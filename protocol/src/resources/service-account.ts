import { z } from 'zod'
import { Role } from './auth.js'
import { Id, Name, Timestamp } from './common.js'

export const ServiceAccount = z
  .object({
    id: Id,
    name: z.string(),
    role: Role,
    key_prefix: z.string().describe('The readable part of the key in force, or of the last one'),
    created_at: Timestamp,
    last_used_at: Timestamp.nullable(),
    disabled: z.boolean().describe('True: its key is refused for good'),
  })
  .meta({ id: 'ServiceAccount' })

export const ServiceAccountList = z.object({
  data: z.array(ServiceAccount),
  total: z.number().int().min(0),
})

/** Body of `POST /api/v1/service-accounts`. */
export const ServiceAccountCreate = z.object({
  name: Name,
  role: Role.describe("Fixed from then on; not above the caller's own"),
  site_ids: z
    .array(Id)
    .max(1000)
    .default([])
    .describe('What a viewer may see; no site: nothing. Ignored for other roles'),
})

/** A key at the one time at which it is shown. */
export const ApiKey = z
  .object({
    full_key: z.string().describe('`sa_…`, sent as `Authorization: Bearer sa_…`'),
    key_prefix: z.string(),
    warning: z.string(),
  })
  .meta({ id: 'ApiKey' })

/** `POST /api/v1/service-accounts` */
export const ServiceAccountCreated = z.object({
  service_account: ServiceAccount.pick({ id: true, name: true, role: true, created_at: true }),
  api_key: ApiKey,
})

/** `POST /api/v1/service-accounts/{id}/rotate-key` */
export const ServiceAccountKeyRotated = z.object({
  service_account: ServiceAccount.pick({ id: true, name: true }),
  api_key: ApiKey,
})

export type ServiceAccount = z.infer<typeof ServiceAccount>
export type ServiceAccountCreate = z.infer<typeof ServiceAccountCreate>
export type ServiceAccountCreated = z.infer<typeof ServiceAccountCreated>
export type ServiceAccountKeyRotated = z.infer<typeof ServiceAccountKeyRotated>
export type ApiKey = z.infer<typeof ApiKey>
