export { ForwardProxy } from './forward-proxy.js'
export { TlsFront } from './tls-front.js'
