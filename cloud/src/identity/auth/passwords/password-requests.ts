import { uuidv7 } from 'uuidv7'
import type { Tx } from '../../../platform/database/handles.js'
import type { Origin } from '../../../platform/http/authenticator.js'
import { oneLine } from '../../../platform/mail/mail-text.js'
import { mailIsConfigured, queueMail } from '../../../platform/mail/queue-mail.js'
import type { Platform } from '../../../platform/platform.js'
import { addressBlock } from '../../../platform/rate-limit/address-block.js'
import { requireToken } from '../../../platform/rate-limit/token-bucket.js'
import { PollInterval } from '../../../platform/time/poll-interval.js'
import { recordAudit } from '../../audit/audit.service.js'
import { organisationName } from '../../organisation/organisation.service.js'
import { type AccountRef, actorOf, findUser, listAccountsOf } from '../auth.repository.js'
import {
  insertPasswordRequest,
  type PasswordRequest,
  workOffPasswordRequest,
} from './password-request.repository.js'
import { countResetTokens } from './password-token.repository.js'
import { issuePasswordToken, passwordTokenLifeMs, resetLink } from './password-token.service.js'

/** A minute and address. */
const attemptsPerMinute = 10
const tooMany = 'too many requests for a new password come from this address; wait before the next one'
/**
 * Links that one account is mailed an hour at most, whoever asks from wherever: nobody's mailbox is flooded. They live as
 * long, so that a person whom others ask for has one that is good.
 */
const linksAnHour = 5
/** Organisations named in one mail at most. */
const linksAtMost = 20
/** How often waiting requests are polled, besides at once, milliseconds. */
const everyMs = 1_000

type PasswordRequestDeps = Pick<Platform, 'database' | 'clock' | 'config' | 'log' | 'publicUrl' | 'secretBox'>

/** A link of one account. */
interface ResetLink {
  readonly organisation: string
  readonly link: string
}

/**
 * Requests for a new password. Taking one writes a row and nothing else, so that it costs the same whether or not anybody
 * has the address; the mail, one with a link per organisation, is written by `run`.
 */
export class PasswordRequests {
  readonly #deps: PasswordRequestDeps
  readonly #pause: PollInterval

  constructor(deps: PasswordRequestDeps) {
    this.#deps = deps
    this.#pause = new PollInterval(deps.clock)
  }

  /** @throws AppError rate_limited by the address that it comes from */
  async take(email: string, { address, userAgent }: Origin): Promise<void> {
    const { lookup } = this.#deps.database
    const bucket = { key: `forgot:${addressBlock(address)}`, perMinute: attemptsPerMinute }
    await requireToken(lookup, bucket, tooMany)
    const user_agent = userAgent.slice(0, 512)
    await insertPasswordRequest(lookup, { id: uuidv7(), email: email.toLowerCase(), address, user_agent })
    this.#pause.wake()
  }

  /** Writes the mails of the requests that wait, until `signal` aborts. */
  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      this.#pause.beginPoll()
      await this.workOff()
      await this.#pause.wait(everyMs, signal)
    }
  }

  /** Writes the mails of all requests that wait now. */
  async workOff(): Promise<void> {
    const { lookup } = this.#deps.database
    while (await workOffPasswordRequest(lookup, (request) => this.#answer(request)));
  }

  async #answer(request: PasswordRequest): Promise<void> {
    const { database, config, log } = this.#deps
    const places = (await listAccountsOf(database.lookup, request.email)).slice(0, linksAtMost)
    if (!mailIsConfigured(config)) {
      if (places.length > 0) log.warn({}, 'auth.reset_without_mail')
      return
    }
    const links: ResetLink[] = []
    for (const [index, place] of places.entries()) {
      await database.inOrg(place.orgId, async (tx) => {
        const link = await this.#issue(tx, place, request)
        if (link) links.push(link)
        // The mail leaves from the last organisation that the address is known to.
        if (index === places.length - 1 && links.length > 0) await this.#queue(tx, place, request, links)
      })
    }
  }

  /** The link of an account; none of a disabled one, nor of one that was given many a short while ago. */
  async #issue(
    tx: Tx,
    { orgId, userId }: AccountRef,
    { address, user_agent: userAgent }: PasswordRequest,
  ): Promise<ResetLink | undefined> {
    const user = await findUser(tx, orgId, userId)
    if (!user?.enabled) return undefined
    const now = new Date(this.#deps.clock.now())
    const hourAgo = new Date(now.getTime() - passwordTokenLifeMs.reset)
    if ((await countResetTokens(tx, orgId, userId, hourAgo)) >= linksAnHour) return undefined
    const { token } = await issuePasswordToken(tx, { orgId, userId, purpose: 'reset', now })
    const actor = actorOf(user, { address, userAgent })
    await recordAudit(tx, { orgId, actor }, 'auth.password_reset_requested', {
      target: { kind: 'user', id: userId },
    })
    return {
      organisation: await organisationName(tx, orgId),
      link: resetLink(this.#deps.publicUrl(), token),
    }
  }

  async #queue(
    tx: Tx,
    { orgId }: AccountRef,
    { id, email }: PasswordRequest,
    links: readonly ResetLink[],
  ): Promise<void> {
    await queueMail(tx, this.#deps.secretBox, {
      orgId,
      to: email,
      subject: 'Set a new password',
      text: resetText(email, links),
      dedupeKey: `password-request:${id}`,
    })
  }
}

function resetText(email: string, links: readonly ResetLink[]): string {
  const listed = links.map(({ organisation, link }) => `${oneLine(organisation)}:\n${link}\n`)
  return `Somebody asked to set a new password for ${email}.

${listed.join('\n')}
A link is good once, for one hour. If it was not you, do nothing: your password stays as it is.
`
}
