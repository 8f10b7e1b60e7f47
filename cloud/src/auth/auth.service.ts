export { createAuthenticator } from './create-authenticator.js'
export { login } from './login.js'
export { describeMe } from './me.js'
export { createPasswords, type Passwords } from './password.js'
