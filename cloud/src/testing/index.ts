/** For tests of other packages, under vitest only. */
export { createTestDatabase, type TestDatabase } from './test-database.js'
