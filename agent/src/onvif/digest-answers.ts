import { answerDigest, type DigestChallenge } from '../platform/digest-access.js'
import type { Random } from '../platform/random.js'

/** Answers the digest challenges of one conversation, counting how often each nonce is used. */
export class DigestAnswers {
  readonly #random: Random
  /** Uses of the newest nonce: devices refuse a count they have seen. */
  #nonce = { value: '', uses: 0 }

  constructor(random: Random) {
    this.#random = random
  }

  /** The Authorization header of a POST to `uri`. */
  answer(
    challenge: DigestChallenge,
    uri: string,
    { username, password }: { readonly username: string; readonly password: string },
  ): string {
    const cnonce = Buffer.from(this.#random.bytes(8)).toString('hex')
    const uses = this.#nonce.value === challenge.nonce ? this.#nonce.uses + 1 : 1
    this.#nonce = { value: challenge.nonce, uses }
    return answerDigest(challenge, { method: 'POST', uri, username, password }, uses, cnonce)
  }
}
