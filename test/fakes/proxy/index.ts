export { ForwardProxy } from './forward-proxy.js'
export { ReverseProxy } from './reverse-proxy.js'
export { TlsFront } from './tls-front.js'
