import type { useTryConnection } from '../../../api/camera-settings.js'
import { RefusedWords } from '../../../cameras/refused-words.js'
import { useFault } from '../../../cameras/use-fault.js'
import { Note } from '../../../controls/note.js'
import { usePictureAddress } from '../../../pictures/use-picture-address.js'
import { useTroubles } from '../../../text/use-troubles.js'
import { refusalOf } from './use-settings-form.js'
import { useSettingsText } from './use-settings-text.js'

/** What came of trying a connection: the streams that were found, or why there is no picture. */
export function TrialVerdict({ trial: { data, error } }: { trial: ReturnType<typeof useTryConnection> }) {
  const text = useSettingsText()
  const faultOf = useFault()
  const hints = useTroubles()?.hints
  const picture = usePictureAddress(data?.picture ?? null)
  if (error) {
    const refused = refusalOf(error)
    return (
      <div role="alert">
        <Note tone="warn">
          {refused.kind === 'refused' ? (
            <RefusedWords fault={refused.fault} message={refused.sentence} />
          ) : (
            text.notTried
          )}
        </Note>
      </div>
    )
  }
  if (!data) return null
  if (!data.success) {
    const { message, remedy, detail } = faultOf({
      cause: data.fault,
      message: data.message,
      remedy: data.remedy,
    })
    return (
      <div role="alert">
        <Note tone="warn">
          <p className="font-strong first-letter:uppercase">{message}</p>
          {remedy !== null && <p>{remedy}</p>}
          {data.hint && <p>{hints?.[data.hint.code] ?? data.hint.message}</p>}
          {detail !== null && (
            <p lang="en" className="text-xs text-ink-2 [overflow-wrap:anywhere]">
              {detail}
            </p>
          )}
        </Note>
      </div>
    )
  }
  const device = [data.manufacturer, data.model].filter((part) => part !== null).join(' ')
  return (
    <div role="status">
      <Note tone="ok">
        <p className="font-strong">{text.works}</p>
        {device !== '' && <p>{device}</p>}
        <ul>
          {data.streams.map(({ role, codec, resolution, fps }) => (
            <li key={role}>
              {[
                text.streams[role],
                resolution.replace('x', ' × '),
                codec.toUpperCase(),
                fps === null ? '' : `${Math.round(fps)}\u00a0fps`,
              ]
                .filter((fact) => fact !== '')
                .join(' · ')}
            </li>
          ))}
        </ul>
      </Note>
      {picture !== null && (
        <img src={picture} alt={text.pictureNow} className="mt-2 w-full rounded-2 bg-stage object-contain" />
      )}
    </div>
  )
}
