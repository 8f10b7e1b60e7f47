import type { Gateway } from '../api/gateways.js'
import { useGatewaysText } from './use-gateways-text.js'

type Trouble = 'none' | 'behind' | 'needs'

const looks = {
  fine: ['bg-ok-soft text-ok', 'rounded-full bg-ok'],
  warns: ['bg-warn-soft text-warn', 'rounded-[2px] bg-warn'],
  alarms: ['bg-alarm-soft text-alarm', 'rotate-45 rounded-[1px] bg-alarm'],
  off: ['bg-surface-3 text-ink-2', 'rounded-full border-2 border-ink-3'],
} as const

/** How a gateway stands, as a word with a mark. @param trouble what somebody has to do something about */
export function GatewayBadge({ status, trouble }: { status: Gateway['status']; trouble: Trouble }) {
  const text = useGatewaysText()
  const isTroubled = status === 'online' && trouble !== 'none'
  const look = isTroubled ? 'warns' : status === 'online' ? 'fine' : status === 'offline' ? 'alarms' : 'off'
  const [badge, mark] = looks[look]
  return (
    <span
      className={`inline-flex h-5 items-center gap-[6px] rounded-1 px-[7px] text-xs font-strong whitespace-nowrap ${badge}`}
    >
      <span className={`size-2 ${mark}`} />
      {isTroubled ? text[trouble === 'behind' ? 'behind' : 'needs'] : text.state[status]}
    </span>
  )
}

/** What of a gateway's troubles its badge says. */
export const badgeTrouble = (needsSomebody: boolean, troubles: readonly string[]): Trouble =>
  needsSomebody ? (troubles[0] === 'falls_behind' ? 'behind' : 'needs') : 'none'
