/** The `code` by which the system, Node, a library or PostgreSQL names an error; undefined for one without. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

/** True for an error that says that there is no such file or folder. */
export function isMissing(error: unknown): boolean {
  return errorCode(error) === 'ENOENT'
}

/** True for an error of the operating system: a disk, a socket, a file (`errno`). What PostgreSQL says has other codes. */
export function isSystemError(error: unknown): boolean {
  return error instanceof Error && 'errno' in error && /^E[A-Z0-9]+$/.test(errorCode(error) ?? '')
}
