import { type ApiError, FailedCall } from '@sightline/client'

/** Why the service refused; null where it was not asked at all, or did not answer. */
export const refusalOf = (error: unknown): ApiError | null =>
  error instanceof FailedCall ? error.error : null

/** What the service says is wrong with a field of what was sent; undefined: nothing. */
export const problemAt = (error: unknown, path: string): string | undefined =>
  refusalOf(error)?.details.find((one) => one.path === path)?.message
