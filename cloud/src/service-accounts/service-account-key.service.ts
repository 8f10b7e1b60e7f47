/** For those who authenticate a service account by its key. */
export { isServiceAccountKey, prefixOfServiceAccountKey } from './service-account-key.js'
