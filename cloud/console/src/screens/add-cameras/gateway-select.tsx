import type { Gateway } from '../../api/gateways.js'
import { noGateway } from './add-search.js'
import { useAddCamerasText } from './use-add-cameras-text.js'

interface GatewaySelectProps {
  readonly gateways: readonly Gateway[]
  /** Empty: none is chosen. */
  readonly value: string
  readonly onChoose: (id: string) => void
  /** There one camera is a page. */
  readonly isHiddenOnPhones: boolean
}

/** Which gateway looks at the cameras, or none where the internet reaches them. */
export function GatewaySelect({ gateways, value, onChoose, isHiddenOnPhones }: GatewaySelectProps) {
  const text = useAddCamerasText()
  return (
    <select
      aria-label={text.gateway}
      value={value}
      onChange={({ target }) => onChoose(target.value)}
      className={`h-control max-w-[300px] min-w-0 rounded-2 border border-line-strong bg-control px-[10px] text-ink max-wide:h-[48px] max-wide:w-full max-wide:max-w-none max-wide:text-lg ${isHiddenOnPhones ? 'max-wide:hidden' : ''}`}
    >
      {value === '' && <option value="">{text.gateway}</option>}
      {gateways.map(({ id, name, local_ip: address }) => (
        <option key={id} value={id}>
          {address === null ? name : `${name} · ${address}`}
        </option>
      ))}
      <option value={noGateway}>{text.direct}</option>
    </select>
  )
}
