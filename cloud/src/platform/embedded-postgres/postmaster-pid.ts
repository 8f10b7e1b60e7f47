/** What a running server writes into `postmaster.pid` of its data folder. */
export interface PostmasterPid {
  readonly pid: number
  readonly port: number
  /** Empty if the server has no Unix socket. */
  readonly socketDir: string
  /** `ready`, `starting`, `stopping`, `standby`; empty before the first. */
  readonly status: string
}

/** Reads the lines of `postmaster.pid`. Undefined while the file is half written. */
export function parsePostmasterPid(text: string): PostmasterPid | undefined {
  const lines = text.split('\n').map((line) => line.trim())
  const pid = Number(lines[0])
  const port = Number(lines[3])
  if (!Number.isInteger(pid) || pid === 0) return undefined
  return {
    pid: Math.abs(pid),
    port: Number.isInteger(port) ? port : 0,
    socketDir: lines[4] ?? '',
    status: lines[7] ?? '',
  }
}
