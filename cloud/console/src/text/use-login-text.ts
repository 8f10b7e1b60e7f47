import { login as de } from './de/login.js'
import { login as en } from './en/login.js'
import { ownText } from './use-own-text.js'

export type LoginText = typeof en

/** What is said to whoever signs in, and is not signed in yet. */
export const useLoginText = ownText({ en, de })
