import type { Verdict } from '../../api/adding-cameras.js'
import type { DraftField } from './draft.js'

export type FaultName = NonNullable<Verdict['fault']>

/** What the button beside a fault does. `again`: nothing but another try helps. */
export type Mend =
  | 'password'
  | 'lookFor'
  | 'port'
  | 'paths'
  | 'codec'
  | 'ownPage'
  | 'trust'
  | 'capture'
  | 'again'

interface Mending {
  readonly mend: Mend
  /** What is to be changed. */
  readonly fields: readonly (DraftField | 'password')[]
}

const mendings: Readonly<Record<FaultName, Mending>> = {
  auth: { mend: 'password', fields: ['username', 'password'] },
  timeout: { mend: 'lookFor', fields: ['host', 'url'] },
  dns: { mend: 'lookFor', fields: ['host', 'url'] },
  address: { mend: 'lookFor', fields: ['host', 'url'] },
  refused: { mend: 'port', fields: ['port', 'url'] },
  not_rtsp: { mend: 'port', fields: ['port', 'url'] },
  not_found: { mend: 'paths', fields: ['channel', 'url'] },
  redirect: { mend: 'again', fields: ['url'] },
  codec: { mend: 'codec', fields: [] },
  clock: { mend: 'ownPage', fields: [] },
  stream_limit: { mend: 'ownPage', fields: [] },
  tls: { mend: 'trust', fields: [] },
  no_video: { mend: 'capture', fields: ['url'] },
  protocol: { mend: 'capture', fields: [] },
}

/** What mends a fault; null: where the gateway itself could not look. */
export const mendingOf = (fault: FaultName | null): Mending =>
  fault === null ? { mend: 'again', fields: [] } : mendings[fault]
