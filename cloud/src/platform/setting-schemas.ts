import { IceServer } from '@sightline/protocol'
import { z } from 'zod'

/** Forms that settings take (`config.ts`); what is wrong with one is said in words that follow its name. */

export const list = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== ''),
  )

export const cidr = z.union([z.cidrv4(), z.cidrv6()], {
  error: 'a list of CIDR ranges such as 10.0.0.0/8,fd00::/8',
})

export const addressOrRange = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], {
  error: 'a list of addresses and CIDR ranges such as 10.0.0.7,10.1.0.0/16',
})

export const keyId = z
  .string()
  .regex(/^[0-9a-f]{8}$/, { error: 'a list of ids of master keys, of 8 hexadecimal digits each' })

/** As a browser names it in `Origin`: scheme, host in lower case, and a port that is not the scheme's own. */
export const origin = z.string().refine(isOrigin, {
  error: 'a list of origins such as https://app.example.com,https://desk.example.com:8443, without a path',
})

function isOrigin(text: string): boolean {
  if (!/^https?:\/\/[^*]+$/.test(text) || !URL.canParse(text)) return false
  return new URL(text).origin === text
}

const webAddress = z
  .url({ protocol: /^https?$/, error: 'an address such as https://video.example.com' })
  .refine(leadsSomewhere, {
    error: 'a host by its name, without *, and a port from 1 on: nobody can connect there',
  })

/** Nobody can be asked for at port 0, nor under a name with a star. */
function leadsSomewhere(text: string): boolean {
  if (!URL.canParse(text)) return true
  const { port, hostname } = new URL(text)
  return port !== '0' && !hostname.includes('*')
}

/** Where another service is reached, below a path if it has one; no slash at the end. */
export const BaseUrl = webAddress.transform((url) => url.replace(/\/+$/, ''))

/**
 * Where people reach this service: a name of its own. Its pages, its cookies and the links that are made stand at the root, so
 * that below a path none of them would be found. As a browser names it in `Origin`.
 */
export const PublicUrl = webAddress.transform((text, context) => {
  const url = new URL(text)
  const more = partsBesideOrigin(url, text)
  if (more.length === 0) return url.origin
  context.addIssue({
    code: 'custom',
    message: `${more.join(', ')}: it takes scheme, name and port alone, such as https://video.example.com; the service stands at the root of a name (or port) of its own`,
  })
  return z.NEVER
})

/** What an address says beside scheme, name and port, in words that repeat nothing of it: a password could be there. */
function partsBesideOrigin(url: URL, text: string): string[] {
  const parts: [string, boolean][] = [
    ['a user or password', url.username !== '' || url.password !== ''],
    ['a path', !/^\/+$/.test(url.pathname)],
    ['a query', /^[^#]*\?/.test(text)],
    ['a fragment', text.includes('#')],
  ]
  return parts.filter(([, is]) => is).map(([part]) => `has ${part}`)
}

export const IceServers = z
  .string()
  .default('[]')
  .transform((text, context) => {
    try {
      return JSON.parse(text) as unknown
    } catch {
      context.addIssue({ code: 'custom', message: 'a JSON array of {urls, username, credential}' })
      return z.NEVER
    }
  })
  .pipe(z.array(IceServer))

/** `name`, or `name=0.25/2` with its prices in and out, US dollars for a million tokens. */
export const AllowedModel = z.string().transform((text, context) => {
  const [, name = '', input, output] = /^([^=]{1,100}?)(?:=([\d.]+)\/([\d.]+))?$/.exec(text) ?? []
  const price =
    input === undefined || output === undefined ? null : { input: Number(input), output: Number(output) }
  if (name !== '' && (price === null || Number.isFinite(price.input + price.output))) return { name, price }
  context.addIssue({
    code: 'custom',
    message: 'a list of models such as small-1,large-2=0.25/2 (prices in and out)',
  })
  return z.NEVER
})

export const smtpUrl = z
  .url({
    protocol: /^smtps?$/,
    hostname: /./,
    error: 'an address such as smtp://user:password@mail.example.com:587',
  })
  .refine(leadsSomewhere, { error: 'a mail server by its name, and a port from 1 on' })

/** `name@host` or `Name <name@host>`; one mailbox, nothing that could begin another header. */
export const Sender = z
  .string()
  .max(320)
  .regex(
    /^(?:[^<>"\p{Cc}]+ <[^\s<>@,;"\p{Cc}]+@[^\s<>@,;"\p{Cc}]+>|[^\s<>@,;"\p{Cc}]+@[^\s<>@,;"\p{Cc}]+)$/u,
    {
      error: 'one mailbox such as video@example.com or Sightline <video@example.com>',
    },
  )

/** Somebody who is responsible, as push services want to know them (RFC 8292, 2.1). */
export const Contact = z
  .string()
  .max(320)
  .regex(/^(?:mailto:[^\s<>@,;"\p{Cc}]+@[^\s<>@,;"\p{Cc}]+|https:\/\/[^\s/]+.*)$/u, {
    error: 'mailto:video@example.com or an address such as https://example.com/contact',
  })
  .refine((contact) => URL.canParse(contact), { error: 'this is not a URL' })
