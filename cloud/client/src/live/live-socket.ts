/** As much of a WebSocket as is used: of a browser, of Node, or of the package `ws`. */
export interface LiveSocket {
  binaryType: string
  readonly readyState: number
  send(text: string): void
  close(code: number): void
  addEventListener(type: 'message', heard: (event: { readonly data: unknown }) => void): void
  addEventListener(
    type: 'close',
    heard: (event: { readonly code: number; readonly reason: string }) => void,
  ): void
  addEventListener(type: 'error', heard: () => void): void
}

/** Opens a WebSocket to an address, with these subprotocols. */
export type OpenSocket = (address: string, protocols: string[]) => LiveSocket

export const openGlobalSocket: OpenSocket = (address, protocols) => new WebSocket(address, protocols)
