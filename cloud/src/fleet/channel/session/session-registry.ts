import type { PeerSession } from './peer-session.js'

/** The live sessions of this node, one a gateway or a relay. */
export class SessionRegistry<Session extends Pick<PeerSession, 'peerId' | 'epoch' | 'replace'>> {
  readonly #sessions = new Map<string, Session>()

  get size(): number {
    return this.#sessions.size
  }

  find(peerId: string): Session | undefined {
    return this.#sessions.get(peerId)
  }

  all(): Session[] {
    return [...this.#sessions.values()]
  }

  /** The newer epoch stays, the other one is replaced; in whatever order the two come. */
  add(session: Session): void {
    const other = this.#sessions.get(session.peerId)
    if (other && other.epoch > session.epoch) return session.replace()
    this.#sessions.set(session.peerId, session)
    other?.replace()
  }

  remove(session: Session): void {
    if (this.#sessions.get(session.peerId) === session) this.#sessions.delete(session.peerId)
  }
}
