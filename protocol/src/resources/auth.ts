import { z } from 'zod'
import { Id, Timestamp } from './common.js'

/** Roles, lowest first (interface: Roles). */
export const roles = ['viewer', 'operator', 'admin', 'owner'] as const
export const Role = z.enum(roles)
export type Role = z.infer<typeof Role>

/** True if `role` may do what `minimum` may do. */
export function isAtLeast(role: Role, minimum: Role): boolean {
  return roles.indexOf(role) >= roles.indexOf(minimum)
}

export const LoginRequest = z.object({
  email: z.string().trim().min(3).max(254),
  password: z.string().min(1).max(256),
  remember_me: z.boolean().default(false),
  client_type: z.enum(['web', 'mobile']).default('web'),
  org_id: Id.optional().describe('Chooses the organisation where an address is known to several'),
})

export const SessionUser = z
  .object({
    id: Id,
    email: z.string(),
    display_name: z.string(),
    role: Role,
    org_id: Id,
  })
  .meta({ id: 'SessionUser' })

export const Preferences = z.object({ locale: z.string(), timezone: z.string() })

/** `GET /api/v1/auth/me` */
export const Me = SessionUser.extend({ preferences: Preferences }).meta({ id: 'Me' })

export const LoginResponse = z.object({
  access_token: z.string(),
  expires_at: Timestamp,
  user: SessionUser,
})

export type LoginRequest = z.infer<typeof LoginRequest>
export type LoginResponse = z.infer<typeof LoginResponse>
export type SessionUser = z.infer<typeof SessionUser>
export type Me = z.infer<typeof Me>
