import { useDeleteGateway } from '../../api/gateways.js'
import { useGatewayNames } from '../../api/names.js'
import { Button } from '../../controls/button.js'
import { Note } from '../../controls/note.js'
import { usePairingText } from '../../text/use-pairing-text.js'
import { serviceNow } from '../../time/service-clock.js'

/** Open codes that an organisation may have (interface: Limits). */
export const mostOpenCodes = 5
const codeMs = 10 * 60_000

/** Gateways that were made by a code not long ago, and whose machine did not come yet. */
export function useWaitingGateways() {
  const gateways = useGatewayNames().data ?? []
  return gateways.filter(
    ({ status, created_at: at }) => status === 'registered' && serviceNow() - Date.parse(at) < codeMs,
  )
}

/** What holds the codes that are open, each with the way to give it up. */
export function OpenCodes() {
  const text = usePairingText()
  const waiting = useWaitingGateways()
  const giveUp = useDeleteGateway()
  return (
    <section aria-label={text.openCodes} className="flex flex-col gap-2">
      <Note tone="warn">{text.tooMany}</Note>
      <ul className="flex flex-col">
        {waiting.map(({ id, name }) => (
          <li key={id} className="flex min-h-row items-center gap-3 border-b border-line last:border-b-0">
            <span className="min-w-0 flex-1 truncate">{name}</span>
            <Button
              small
              aria-label={text.giveUpNamed(name)}
              disabled={giveUp.isPending}
              onClick={() => giveUp.mutate(id)}
            >
              {text.giveUp}
            </Button>
          </li>
        ))}
      </ul>
      <div role="alert">{giveUp.isError && <Note tone="alarm">{text.notGivenUp}</Note>}</div>
    </section>
  )
}
