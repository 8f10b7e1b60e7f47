import { type Dispatcher, Pool } from 'undici'
import { messageOf } from './errors.js'

type Way = Dispatcher.ConnectData
type Options = Parameters<Pool['connect']>[0]
type Callback = (error: Error | null, way: Way) => void

/**
 * Connections to a proxy that is to make the way. Where one breaks before it has, undici 7 takes that for a socket that can be
 * had anew, and asks again at once and without end, some hundred times a second (nodejs/undici#3897). Said in other words
 * it ends the request, as all other failures do.
 */
export class TunnelPool extends Pool {
  override connect(options: Options): Promise<Way>
  override connect(options: Options, callback: Callback): void
  override connect(options: Options, callback?: Callback): Promise<Way> | void {
    if (callback !== undefined) return super.connect(options, callback)
    return super.connect(options).catch((cause: unknown) => {
      throw new Error(`the proxy made no way: ${messageOf(cause)}`, { cause })
    })
  }
}
