/** For tests of other packages, under vitest only. */

export { relayKey } from '#cloud/fleet/relays/relay-key.service.js'
export { openKeyRing } from '#cloud/platform/secrets/keys.js'
export { createSecretBox } from '#cloud/platform/secrets/secret-box.js'
export { apiDocument } from './api-document.js'
export { goodAnswer } from './good-answer.js'
export {
  type Mailbox,
  type MailboxOptions,
  type MailRefusal,
  type ReceivedMail,
  startMailbox,
} from './mailbox.js'
export {
  type ModelAnswer,
  type ModelScript,
  type ModelServer,
  type ReceivedCall,
  type ReceivedPicture,
  startModelServer,
} from './model-server.js'
export { hasPeer, type Peer, peerPath } from './peers.js'
export { type CommitReset, PostgresProxy } from './postgres-proxy.js'
export { ScriptedRelay, type ScriptedRelayOptions } from './scripted-relay.js'
export { startTemporaryPostgres } from './temporary-postgres.js'
export { createTestDatabase, type TestDatabase } from './test-database.js'
