/** What tests of the whole service take from the cloud's own. */
export { createTestDatabase, type TestDatabase } from './test-database.js'
