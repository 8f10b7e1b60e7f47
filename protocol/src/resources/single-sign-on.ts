import { z } from 'zod'
import { Id, Name, Timestamp } from './common.js'

/** Groups of the issuer that give a role, at most. */
export const mostSignInGroups = 200

/** What a group of the issuer gives. Owners are made here alone, so none gives that role. */
export const SignInGroup = z
  .object({
    group: z.string().trim().min(1).max(255).describe('As the issuer names it; compared exactly'),
    role: z.enum(['viewer', 'operator', 'admin']),
    site_ids: z
      .array(Id)
      .max(1000)
      .default([])
      .describe('What viewers of the group see; without meaning for other roles'),
  })
  .meta({ id: 'SignInGroup' })

const Groups = z
  .array(SignInGroup)
  .max(mostSignInGroups)
  .describe('Of several the highest role counts, and a viewer sees the sites of all')

const Issuer = z
  .url({ protocol: /^https$/, error: 'an address such as https://id.example.com' })
  .max(500)
  .refine((url) => !/[?#]/.test(url), 'an address without ? and #')
  .refine(
    (url) => !url.includes('/.well-known/'),
    'the address before /.well-known/openid-configuration, such as https://id.example.com',
  )
  .describe('https, an address that the service may reach, exactly as the issuer calls itself')

const ClientId = z.string().trim().min(1).max(255)

/** Names a claim, or what is asked for by a scope: no blank, which separates scopes. */
const Token = z
  .string()
  .regex(/^[\x21\x23-\x5b\x5d-\x7e]{1,100}$/, 'letters, digits and signs, without a blank, " or \\')

const shown = {
  enabled: z.boolean().describe('False: nobody signs in by it'),
  name: Name.describe('Stands on the button of the sign-in page'),
  issuer: Issuer,
  client_id: ClientId.describe('What the issuer calls this service'),
  scopes: z
    .array(Token)
    .max(20)
    .default([])
    .describe('Asked for beside openid, email and profile; some issuers name groups only if asked for them'),
  groups_claim: Token.default('groups').describe(
    'In which claim of the ID token, or of UserInfo, groups are',
  ),
  groups: Groups,
  create_users: z
    .boolean()
    .default(true)
    .describe('An account is made for whoever comes first with a group that gives a role'),
  link_users: z
    .boolean()
    .default(false)
    .describe(
      'Somebody who has an account of the same e-mail address, which the issuer says is verified, comes in by it. From then on they sign in by the issuer alone; never an owner',
    ),
}

/** Sign-in by OpenID Connect as it is set. The secret is never shown. */
export const SingleSignOnSetting = z
  .object({
    ...shown,
    has_client_secret: z.boolean().describe('False: the issuer takes this service for a public client'),
    updated_at: Timestamp,
  })
  .meta({ id: 'SingleSignOnSetting' })

/** `GET /api/v1/organisation/single-sign-on` */
export const SingleSignOn = z
  .object({
    setting: SingleSignOnSetting.nullable().describe('null: people sign in by password alone'),
    redirect_url: z.string().describe('To be registered at the issuer'),
    sign_in_url: z.string().describe('The page at which people sign in by it'),
  })
  .meta({ id: 'SingleSignOn' })

/** Body of `PUT /api/v1/organisation/single-sign-on`: takes the place of what was set. */
export const SingleSignOnPut = z
  .object({
    ...shown,
    enabled: shown.enabled.default(true),
    client_secret: z
      .string()
      .min(1)
      .max(1000)
      .nullable()
      .optional()
      .describe(
        'Stored sealed, never answered. null: none; left out: the one that is stored stays, while issuer and client_id stay',
      ),
  })
  .refine(({ groups }) => groups.every(({ role, site_ids }) => role !== 'viewer' || site_ids.length > 0), {
    path: ['groups'],
    error: 'viewers of a group need at least one site',
  })
  .refine(({ groups }) => new Set(groups.map(({ group }) => group)).size === groups.length, {
    path: ['groups'],
    error: 'a group may be named once',
  })

/** Body of `POST /api/v1/organisation/single-sign-on/test`. */
export const SingleSignOnTest = z.object({ issuer: Issuer })

/** What the issuer says of itself. */
export const SingleSignOnTested = z
  .object({
    problem: z.string().nullable().describe('A sentence; null: the issuer can be used'),
    authorization_endpoint: z.string().nullable().describe('Where people are sent to sign in'),
    scopes: z.array(z.string()).describe('That the issuer lists'),
    claims: z.array(z.string()).describe('That the issuer lists'),
  })
  .meta({ id: 'SingleSignOnTested' })

/** `GET /api/v1/auth/single-sign-on/{org_id}`: what the sign-in page shows. */
export const SignInOffer = z
  .object({
    name: z.string().describe('Stands on the button'),
    start_url: z.string().describe('Where the browser is sent; `to` is the page to come back to'),
  })
  .meta({ id: 'SignInOffer' })

/** Path parameters of a route about one organisation. */
export const ByOrg = z.object({ org_id: Id })

/** Query of `GET /api/v1/auth/single-sign-on/{org_id}/start`. */
export const SignInStart = z.object({
  to: z.string().max(1000).optional().describe('The page to come back to, such as /events; else the first'),
})

export type SignInGroup = z.infer<typeof SignInGroup>
export type SingleSignOn = z.infer<typeof SingleSignOn>
export type SingleSignOnSetting = z.infer<typeof SingleSignOnSetting>
export type SingleSignOnPut = z.infer<typeof SingleSignOnPut>
export type SingleSignOnTested = z.infer<typeof SingleSignOnTested>
export type SignInOffer = z.infer<typeof SignInOffer>
