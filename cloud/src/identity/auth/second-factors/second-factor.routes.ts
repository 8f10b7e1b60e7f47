import {
  ById,
  Message,
  PasskeyCreate,
  PasskeyCreationOptions,
  PasswordProof,
  RecoveryCodes,
  SecondFactorAdded,
  SecondFactors,
  TotpConfirm,
  TotpCreate,
  TotpSecret,
} from '@sightline/protocol'
import { requireUser } from '../../../platform/caller.js'
import type { Slice } from '../../../platform/http/slice.js'
import type { Passwords } from '../passwords/password.service.js'
import { removeSecondFactor, renewRecoveryCodes } from './change-second-factors.js'
import { listSecondFactorsOf } from './list-second-factors.js'
import { addPasskey, offerPasskey } from './passkeys/add-passkey.js'
import { confirmTotp, makeTotp } from './set-up-totp.js'

/** Good for a session that must set up a second factor first, too. */
const toSetUp = { access: 'user', since: 'v1.4', alsoToSetUp: true } as const
const withPassword = { access: 'user', since: 'v1.4', errors: ['account_locked', 'conflict'] } as const

/** Of `/api/v1/auth`: the caller's own second factors. */
export const secondFactorRoutes: Slice<{ passwords: Passwords }> = async (app, { passwords }) => {
  const deps = { ...app.platform, passwords }

  app.get(
    '/second-factors',
    {
      config: toSetUp,
      schema: {
        operationId: 'listMySecondFactors',
        summary: 'By what you sign in beside your password',
        response: { 200: SecondFactors },
      },
    },
    (request) => {
      const caller = requireUser(request.caller)
      return listSecondFactorsOf(app.database.forOrg(caller.orgId), caller, app.platform.publicUrl())
    },
  )

  app.post(
    '/second-factors/totp',
    {
      config: { ...toSetUp, errors: ['conflict'] },
      schema: {
        operationId: 'makeTotpSecret',
        summary: 'Make a secret for an authenticator app',
        description:
          'Shown this once. It counts once a code of it is sent to `confirm`, within 15 minutes; a new one takes the place of ' +
          'one that waits.',
        body: TotpCreate,
        response: { 201: TotpSecret },
      },
    },
    async (request, reply) =>
      reply.status(201).send(await makeTotp(deps, requireUser(request.caller), request.body)),
  )

  app.post(
    '/second-factors/:id/confirm',
    {
      config: { ...toSetUp, errors: ['conflict'] },
      schema: {
        operationId: 'confirmTotpSecret',
        summary: 'Make the secret count, by a code of its app',
        description:
          'The first second factor comes with recovery codes. A session that was good for setting one up alone is good for ' +
          'everything from now on.',
        params: ById,
        body: TotpConfirm,
        response: { 200: SecondFactorAdded },
      },
    },
    (request) => confirmTotp(deps, requireUser(request.caller), request.params.id, request.body),
  )

  app.post(
    '/second-factors/passkey/options',
    {
      config: { ...toSetUp, errors: ['conflict'] },
      schema: {
        operationId: 'offerPasskey',
        summary: 'What a browser is asked to make a passkey by',
        description:
          'For `navigator.credentials.create`, for one answer within five minutes. Passkeys need a name by https, or localhost.',
        response: { 200: PasskeyCreationOptions },
      },
    },
    (request) => offerPasskey(deps, requireUser(request.caller)),
  )

  app.post(
    '/second-factors/passkey',
    {
      config: { ...toSetUp, errors: ['conflict'] },
      schema: {
        operationId: 'addPasskey',
        summary: 'Keep a passkey that a browser has made',
        description: 'The first second factor comes with recovery codes.',
        body: PasskeyCreate,
        response: { 201: SecondFactorAdded },
      },
    },
    async (request, reply) =>
      reply.status(201).send(await addPasskey(deps, requireUser(request.caller), request.body)),
  )

  app.post(
    '/second-factors/:id/remove',
    {
      config: withPassword,
      schema: {
        operationId: 'removeMySecondFactor',
        summary: 'Take one of your second factors away',
        description:
          'With the last one your recovery codes go. A wrong `password` is a 400 and counts as a failed login.',
        params: ById,
        body: PasswordProof,
        response: { 200: Message },
      },
    },
    async (request) => {
      await removeSecondFactor(deps, requireUser(request.caller), request.params.id, request.body)
      return { message: 'The second factor is removed.' }
    },
  )

  app.post(
    '/recovery-codes',
    {
      config: withPassword,
      schema: {
        operationId: 'renewMyRecoveryCodes',
        summary: 'Make recovery codes in place of those you have',
        description: 'Shown this once. A wrong `password` is a 400 and counts as a failed login.',
        body: PasswordProof,
        response: { 200: RecoveryCodes },
      },
    },
    (request) => renewRecoveryCodes(deps, requireUser(request.caller), request.body),
  )
}
