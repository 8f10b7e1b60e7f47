import { router } from '../router.js'
import { textAt } from '../session/session-user.js'

/** Goes where a pressed message leads, and says so to the service worker, which opens a new window else. @returns ends that */
export function followMessages(): () => void {
  const { serviceWorker } = navigator as Partial<Navigator>
  if (!serviceWorker) return () => {}
  const heard = ({ data, ports }: MessageEvent<unknown>): void => {
    const address = textAt(data, 'address')
    if (textAt(data, 'kind') !== 'open' || address === null) return
    router.history.push(address)
    ports[0]?.postMessage('going')
  }
  serviceWorker.addEventListener('message', heard)
  serviceWorker.startMessages()
  return () => serviceWorker.removeEventListener('message', heard)
}
