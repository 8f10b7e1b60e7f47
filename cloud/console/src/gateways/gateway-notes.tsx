import type { Gateway } from '../api/gateways.js'
import { Note } from '../controls/note.js'
import { useLanguage } from '../text/use-text.js'
import { momentOf } from '../time/format.js'
import { useNow } from '../time/use-now.js'
import type { Figures } from './figures.js'
import { isGrave, troubleWords } from './trouble-words.js'
import { useGatewaysText } from './use-gateways-text.js'

interface NotesProps {
  readonly gateway: Pick<Gateway, 'status' | 'last_heartbeat_at' | 'version_outdated' | 'commissioning_until'>
  readonly figures: Figures
  /** Cameras that it serves. */
  readonly cameras: number
  /** IANA name of the zone of its site. */
  readonly zone: string
}

const minuteMs = 60_000

/** How a gateway fares, in words: each trouble with what to do about it, or that all is well. */
export function GatewayNotes({ gateway, figures, cameras, zone }: NotesProps) {
  const text = useGatewaysText()
  const language = useLanguage()
  const now = useNow(minuteMs)
  const moment = (at: string) => momentOf(new Date(at), now, { language, zone })
  const heard = gateway.last_heartbeat_at === null ? null : moment(gateway.last_heartbeat_at)
  if (gateway.status === 'registered')
    return <Told title={text.registered} remedy={text.registeredDo} tone="plain" />
  if (gateway.status === 'disabled')
    return <Told title={text.disabled} remedy={text.disabledDo} tone="plain" />
  const until = gateway.commissioning_until
  const isOpen = until !== null && Date.parse(until) > now.getTime()
  const facts = [
    heard !== null && text.heard(heard),
    gateway.version_outdated === false && text.newest,
    isOpen && text.openUntil(moment(until)),
  ]
  const context = { text, language, figures, heard, cameras, nowMs: now.getTime() }
  const grave = figures.troubles.filter(isGrave)
  return (
    <div className="flex flex-col gap-2">
      {grave.map((trouble) => (
        <Told
          key={trouble}
          {...troubleWords(trouble, context)}
          tone={trouble === 'offline' || trouble === 'disk_full' ? 'alarm' : 'warn'}
        />
      ))}
      {grave.length === 0 && (
        <Told
          title={(figures.waiting?.clips ?? 0) > 0 ? text.fineNow : text.fine}
          remedy={facts.filter((fact) => fact !== false).join(' ')}
          tone="fine"
        />
      )}
      {figures.troubles
        .filter((trouble) => !isGrave(trouble))
        .map((trouble) => (
          <Told key={trouble} {...troubleWords(trouble, context)} tone="plain" />
        ))}
    </div>
  )
}

function Told({
  title,
  remedy,
  tone,
}: {
  title: string
  remedy: string
  tone: 'plain' | 'fine' | 'warn' | 'alarm'
}) {
  return (
    <Note tone={tone}>
      <p className="font-strong">{title}</p>
      {remedy !== '' && <p className="text-xs text-ink-2">{remedy}</p>}
    </Note>
  )
}
