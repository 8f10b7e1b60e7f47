import type { IncomingMessage, Server } from 'node:http'

/** Whether a request says that a body follows its head. */
export function announcesBody({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return headers['transfer-encoding'] !== undefined || !/^0*$/.test(headers['content-length'] ?? '')
}

/** Since 24.9 Node asks, before it reads on, whether an upgrade is made: since 26 it reads the body itself, and keeps it for the request. */
export type AskingServer = Server & { shouldUpgradeCallback: unknown }

export const asksWhetherToUpgrade = (server: Server): server is AskingServer =>
  'shouldUpgradeCallback' in server
