import { type Chromium, startChromium } from '../../harness/chromium.js'
import { ended, keep } from '../running.js'
import { BenchPage, type Way } from './bench-page.js'

/** A Chromium of the bench, ended with it. */
export class BenchBrowser implements AsyncDisposable {
  readonly chromium: Chromium

  private constructor(chromium: Chromium) {
    this.chromium = chromium
  }

  static async start(): Promise<BenchBrowser> {
    return keep(new BenchBrowser(await startChromium(forPeers)))
  }

  /** Opens a page of the service at this origin. */
  page(origin: string, way: Way = 'webcodecs'): Promise<BenchPage> {
    return BenchPage.open(this.chromium, origin, way)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    ended(this)
    await this.chromium.close()
  }
}

/** A peer of WebRTC on this machine is found at once, by its address. */
const forPeers = ['--allow-loopback-in-peer-connection', '--disable-features=WebRtcHideLocalIpsWithMdns']
