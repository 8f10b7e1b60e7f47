/** For tests of other packages, under vitest only. */

export {
  type Mailbox,
  type MailboxOptions,
  type MailRefusal,
  type ReceivedMail,
  startMailbox,
} from './mailbox.js'
export { createTestDatabase, type TestDatabase } from './test-database.js'
