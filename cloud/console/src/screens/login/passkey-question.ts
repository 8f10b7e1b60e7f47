import { at, textAt } from '../../session/session-user.js'

/** What a browser is asked for a passkey. */
export interface PasskeyQuestion {
  readonly challenge: string
  /** The name of the service. */
  readonly rpId: string
  readonly timeout: number
  readonly userVerification: 'preferred'
  readonly allowCredentials: {
    readonly id: string
    readonly type: 'public-key'
    readonly transports: string[]
  }[]
}

/** Reads what the service asks a browser. @returns null where it asks nothing */
export function readQuestion(asked: unknown): PasskeyQuestion | null {
  const challenge = textAt(asked, 'challenge')
  const rpId = textAt(asked, 'rpId')
  const timeout = at(asked, 'timeout')
  if (challenge === null || rpId === null || typeof timeout !== 'number') return null
  const allowCredentials = listAt(asked, 'allowCredentials').map((one) => ({
    id: textAt(one, 'id') ?? '',
    type: 'public-key' as const,
    transports: listAt(one, 'transports').filter((by) => typeof by === 'string'),
  }))
  return { challenge, rpId, timeout, userVerification: 'preferred', allowCredentials }
}

function listAt(json: unknown, name: string): readonly unknown[] {
  const found = at(json, name)
  return Array.isArray(found) ? found : []
}
