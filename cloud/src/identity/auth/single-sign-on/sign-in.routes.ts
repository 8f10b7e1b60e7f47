import { ByOrg, SignInOffer, SignInStart } from '@sightline/protocol'
import type { FastifyReply } from 'fastify'
import { AppError } from '../../../platform/errors.js'
import { originOf } from '../../../platform/http/authenticator.js'
import type { Slice } from '../../../platform/http/slice.js'
import type { OutboundHttp } from '../../../platform/outbound-http/outbound-http.js'
import { refreshCookie } from '../tokens/refresh-cookie.js'
import { attemptCookie, attemptSecretIn, clearedAttemptCookie } from './attempt-cookie.js'
import { beginSignIn, endSignIn, signInOffer } from './sign-in-by-issuer.js'
import { type SignInProblem, SignInRefused } from './sign-in-problem.js'
import { signInUrlOf } from './sign-in-urls.js'

/** `/api/v1/auth/single-sign-on/{org_id}`: signing in by the issuer of an organisation, in a browser. */
export const signInRoutes: Slice<{ outbound: OutboundHttp }> = async (app, { outbound }) => {
  const deps = { ...app.platform, outbound }
  const { clock, log } = deps
  // Browsers come here by themselves: the answer is a page, whatever happens.
  const forBrowsers = { config: { access: 'public' as const, since: 'v1.4' } }

  app.get(
    '/:org_id',
    {
      config: { access: 'public', since: 'v1.4', errors: ['rate_limited'] },
      schema: {
        operationId: 'getSignInOffer',
        summary: 'By what people of an organisation sign in beside a password',
        description:
          '404 where they sign in by password alone. `start_url` leads a browser to the issuer and back, with the session in the ' +
          'cookie of the login. A refusal leads to /login/{org_id}?problem=..., which says why.',
        params: ByOrg,
        response: { 200: SignInOffer },
      },
    },
    (request) => signInOffer(deps, request.params.org_id, originOf(request)),
  )

  app.get(
    '/:org_id/start',
    { ...forBrowsers, schema: { hide: true, params: ByOrg, querystring: SignInStart } },
    async (request, reply) => {
      const { org_id: orgId } = request.params
      void reply.header('cache-control', 'no-store')
      try {
        const { secret, url } = await beginSignIn(deps, orgId, request.query.to, originOf(request))
        void reply.header('set-cookie', attemptCookie(secret, deps.publicUrl()))
        return await reply.redirect(url, 303)
      } catch (error) {
        return tell(reply, orgId, error)
      }
    },
  )

  app.get(
    '/:org_id/callback',
    { ...forBrowsers, schema: { hide: true, params: ByOrg } },
    async (request, reply) => {
      const { org_id: orgId } = request.params
      const cleared = clearedAttemptCookie(deps.publicUrl())
      void reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
      try {
        const query = request.url.split('?').slice(1).join('?')
        const answer = { query, secret: attemptSecretIn(request.headers.cookie) }
        const { refresh, returnTo } = await endSignIn(deps, orgId, answer, originOf(request))
        void reply.header('set-cookie', [cleared, refreshCookie(refresh, deps.publicUrl(), clock.now())])
        return await reply.redirect(`${deps.publicUrl()}${returnTo}`, 303)
      } catch (error) {
        void reply.header('set-cookie', cleared)
        return tell(reply, orgId, error)
      }
    },
  )

  /** Leads to the page that says why, with a way back. */
  function tell(reply: FastifyReply, orgId: string, error: unknown): FastifyReply {
    const problem = problemOf(error)
    // What an issuer sent may hold a code or a token: of a refusal the sentence alone is logged.
    if (error instanceof Error && problem !== 'other')
      log.info({ problem, reason: error.message }, 'auth.single_sign_on_refused')
    else log.error({ err: error }, 'auth.single_sign_on_failed')
    return reply.redirect(`${signInUrlOf(deps.publicUrl(), orgId)}?problem=${problem}`, 303)
  }
}

/** `other`: something of ours, which the log has in full. */
function problemOf(error: unknown): SignInProblem | 'other' {
  if (error instanceof SignInRefused) return error.problem
  return error instanceof AppError && error.kind === 'rate_limited' ? 'too_many' : 'other'
}
