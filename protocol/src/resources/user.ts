import { z } from 'zod'
import { Role } from './auth.js'
import { Id, Name, page, since, Timestamp } from './common.js'

/**
 * An address that mail can be sent to: a dot-string and a domain of RFC 5321, 254 characters at most, 64 of them
 * before the @. Case is kept and makes no difference.
 */
export const EmailAddress = z
  .string()
  .trim()
  .max(254)
  .regex(z.regexes.html5Email, 'an e-mail address')
  .refine((address) => isDotString(address.split('@')[0] ?? ''), 'an e-mail address')
  .describe('An e-mail address (RFC 5321 mailbox); upper and lower case make no difference')

function isDotString(localPart: string): boolean {
  return localPart.length <= 64 && localPart.split('.').every((atom) => atom !== '')
}

/** Sites that a person or a key is given; those named twice count once. */
const SiteIds = z.array(Id).max(1000)

export const User = z
  .object({
    id: Id,
    email: z.string(),
    display_name: z.string(),
    role: Role,
    enabled: z.boolean().describe('False: signing in is refused'),
    site_ids: z.array(Id).describe('The sites of a viewer; without meaning for other roles'),
    has_second_factor: z.boolean().describe('Signing in takes more than the password').meta(since('v1.4')),
    single_sign_on: z
      .boolean()
      .describe('Signs in by the issuer of the organisation, with neither password nor second factor here')
      .meta(since('v1.4')),
    last_seen_at: Timestamp.nullable()
      .describe('When one of their sign-ins was used last; null: never, or so long ago that it is forgotten')
      .meta(since('v1.4')),
    created_at: Timestamp,
  })
  .meta({ id: 'User' })

export const UserPage = page(User)

/** The short form in which a user is answered after being made or changed. */
export const ChangedUser = User.pick({ id: true, display_name: true, role: true, enabled: true }).meta({
  id: 'ChangedUser',
})

/** Body of `POST /api/v1/users`. */
export const UserCreate = z
  .object({
    email: EmailAddress.describe('Unique in the organisation'),
    display_name: Name,
    role: Role.describe("Not above the caller's own"),
    site_ids: SiteIds.default([]).describe('Required for viewers, ignored for other roles'),
  })
  .refine(({ role, site_ids }) => role !== 'viewer' || site_ids.length > 0, {
    path: ['site_ids'],
    error: 'a viewer needs at least one site',
  })

/** `POST /api/v1/users` */
export const UserCreated = z.object({
  user: ChangedUser,
  invitation_sent: z
    .boolean()
    .describe('False where the service sends no mail: its operator has a command that prints the link'),
})

/** Body of `PATCH /api/v1/users/{id}`: at least one field; others are dropped. */
export const UserPatch = z
  .object({
    display_name: Name,
    role: Role.describe("Not above the caller's own"),
    enabled: z.boolean().describe('False ends all sessions and refuses new ones'),
  })
  .partial()
  .refine((patch) => Object.values(patch).some((value) => value !== undefined), 'no field to change')

/** A sign-in of a user that still lives. */
export const UserSession = z
  .object({
    id: Id,
    client_type: z.enum(['web', 'mobile']),
    user_agent: z.string(),
    address: z.string(),
    created_at: Timestamp,
    last_used_at: Timestamp,
    expires_at: Timestamp,
    current: z.boolean().describe('True for the session that asks'),
  })
  .meta({ id: 'UserSession' })

export const UserSessionList = z.object({ data: z.array(UserSession), total: z.number().int().min(0) })

/** `POST /api/v1/users/{id}/reset-password` */
export const PasswordMail = z.object({
  message: z.string(),
  email_sent: z.boolean().describe('False where the service sends no mail'),
})

/** `POST /api/v1/users/{id}/invitation-link` */
export const InvitationLink = z
  .object({
    link: z.string().describe('Whoever opens it sets the password of this person, once'),
    expires_at: Timestamp,
  })
  .meta({ id: 'InvitationLink' })

/** The sites of a viewer, or of a key with that role: both what is answered and what is put in place of all. */
export const SiteAccess = z.object({ site_ids: SiteIds }).meta({ id: 'SiteAccess' })

export type User = z.infer<typeof User>
export type ChangedUser = z.infer<typeof ChangedUser>
export type UserCreate = z.infer<typeof UserCreate>
export type UserCreated = z.infer<typeof UserCreated>
export type UserPatch = z.infer<typeof UserPatch>
export type UserSession = z.infer<typeof UserSession>
export type PasswordMail = z.infer<typeof PasswordMail>
export type InvitationLink = z.infer<typeof InvitationLink>
export type SiteAccess = z.infer<typeof SiteAccess>
