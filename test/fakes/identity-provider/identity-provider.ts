import { generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { Duplex } from 'node:stream'
import { Provider } from 'oidc-provider'
import type { Certificate } from '../webhook-receiver/certificate.js'
import { readToken, secretToken, type TokenClaims, unsignedToken, writeToken } from './id-token.js'

/** Somebody whom the provider knows. */
export interface ProviderPerson {
  readonly email: string
  readonly email_verified?: boolean
  readonly name: string
  readonly groups: readonly string[]
}

/** What the provider does wrong. */
export type ProviderLie =
  /** The ID token says so instead; signed by its own key. */
  | { readonly kind: 'claims'; readonly change: (claims: TokenClaims) => TokenClaims }
  /** `alg` none, without a signature. */
  | { readonly kind: 'unsigned' }
  /** Signed by a key that is none of its own. */
  | { readonly kind: 'foreign_key' }
  /** HS256: signed by what the client knows as well. */
  | { readonly kind: 'shared_secret'; readonly secret: string }
  /** It calls itself otherwise in its discovery document. */
  | { readonly kind: 'other_name'; readonly issuer: string }
  /** Takes requests, and never answers. */
  | { readonly kind: 'silent' }
  /** Answers each with 500 and no JSON. */
  | { readonly kind: 'broken' }

interface ProviderOptions {
  readonly certificate: Certificate
  readonly clientId: string
  readonly clientSecret: string
  readonly redirectUrl: string
}

const kid = 'provider-1'

/**
 * A real OpenID provider (`oidc-provider`) on loopback by https, with people who sign in by pressing their name, and with lies
 * that no real one would tell.
 */
export class IdentityProvider implements AsyncDisposable {
  /** How it calls itself. */
  readonly issuer: string
  /** By `sub`. */
  readonly people = new Map<string, ProviderPerson>()
  /** Who signs in without being asked; null: the page asks. */
  signsIn: string | null = null
  lie: ProviderLie | null = null
  /** Requests for the discovery document so far. */
  asked = 0
  readonly #close: () => Promise<void>

  private constructor(issuer: string, close: () => Promise<void>) {
    this.issuer = issuer
    this.#close = close
  }

  static async start(options: ProviderOptions): Promise<IdentityProvider> {
    const sockets = new Set<Duplex>()
    const server = createServer(options.certificate)
    server.on('connection', (socket) => {
      sockets.add(socket)
      socket.on('close', () => sockets.delete(socket))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    if (address === null || typeof address === 'string') throw new Error('the provider has no port')
    const one = new IdentityProvider(`https://127.0.0.1:${address.port}`, async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    })
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const answer = one.#provider(options, privateKey)
    server.on('request', (request, response) => one.#take(request, response, answer))
    return one
  }

  close(): Promise<void> {
    return this.#close()
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#close()
  }

  #take(
    request: IncomingMessage,
    response: ServerResponse,
    answer: (request: IncomingMessage, response: ServerResponse) => unknown,
  ): void {
    if (request.url?.startsWith('/.well-known/')) this.asked += 1
    if (this.lie?.kind === 'silent') return
    if (this.lie?.kind === 'broken') return void response.writeHead(500).end('<h1>Sorry</h1>')
    answer(request, response)
  }

  #provider({ clientId, clientSecret, redirectUrl }: ProviderOptions, key: KeyObject) {
    const provider = new Provider(this.issuer, {
      clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: [redirectUrl] }],
      jwks: { keys: [{ ...key.export({ format: 'jwk' }), kty: 'RSA', kid, alg: 'RS256', use: 'sig' }] },
      cookies: { keys: [randomBytes(16).toString('hex')] },
      scopes: ['openid', 'email', 'profile', 'groups'],
      claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'], groups: ['groups'] },
      pkce: { required: () => true },
      features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: false } },
      ttl: {
        AccessToken: 600,
        AuthorizationCode: 60,
        IdToken: 600,
        Interaction: 600,
        Session: 600,
        Grant: 600,
      },
      findAccount: (_context, id) => {
        const { email, email_verified = true, name, groups } = this.people.get(id) ?? {}
        return { accountId: id, claims: () => ({ sub: id, email, email_verified, name, groups }) }
      },
      interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
      // Nobody is asked whether the service may know them: it is their employer's.
      loadExistingGrant: async ({ oidc }) => {
        const accountId = oidc.session?.accountId
        if (accountId === undefined) return undefined
        const grant = new oidc.provider.Grant({ clientId, accountId })
        grant.addOIDCScope('openid email profile groups')
        await grant.save()
        return grant
      },
    })
    provider.use(async (context, next) => {
      const [, page, uid] = context.path.split('/')
      if (page !== 'interaction' || uid === undefined) return next()
      const chosen = this.signsIn ?? new URLSearchParams(context.querystring).get('person')
      if (chosen === null) {
        context.type = 'html'
        context.body = this.#askWho(uid)
        return
      }
      const result =
        chosen === 'nobody' ? { error: 'access_denied' } : { login: { accountId: chosen, remember: false } }
      context.redirect(await provider.interactionResult(context.req, context.res, result))
    })
    provider.use(async (context, next) => {
      await next()
      if (context.path === '/token') context.body = this.#lieIn(context.body, key)
      if (context.path.startsWith('/.well-known/') && this.lie?.kind === 'other_name')
        context.body = { ...asObject(context.body), issuer: this.lie.issuer }
    })
    return provider.callback()
  }

  #askWho(uid: string): string {
    const buttons = [...this.people].map(
      ([id, { name }]) => `<p><a href="/interaction/${uid}?person=${id}">${name}</a></p>`,
    )
    return `<!doctype html><title>Who are you?</title><h1>Who are you?</h1>${buttons.join('')}`
  }

  #lieIn(body: unknown, key: KeyObject): unknown {
    const answer = asObject(body)
    const { id_token: token } = answer
    if (typeof token !== 'string' || this.lie === null) return body
    const claims = readToken(token)
    switch (this.lie.kind) {
      case 'claims':
        return { ...answer, id_token: writeToken(this.lie.change(claims), { key, kid }) }
      case 'unsigned':
        return { ...answer, id_token: unsignedToken(claims) }
      case 'shared_secret':
        return { ...answer, id_token: secretToken(claims, this.lie.secret) }
      case 'foreign_key': {
        const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
        return { ...answer, id_token: writeToken(claims, { key: privateKey, kid }) }
      }
      default:
        return body
    }
  }
}

const asObject = (body: unknown): Record<string, unknown> =>
  typeof body === 'object' && body !== null ? { ...body } : {}
