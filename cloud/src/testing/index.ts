/** For tests of other packages, under vitest only. */

export { openKeyRing } from '../platform/keys.js'
export { createSecretBox } from '../platform/secret-box.js'
export { relayKey } from '../relays/relay-key.service.js'
export { ScriptedRelay, type ScriptedRelayOptions } from '../relays/scripted-relay.fake.js'
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
export { createTestDatabase, type TestDatabase } from './test-database.js'
