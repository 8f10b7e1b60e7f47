import { type CameraAiUsage, useCameraUsage } from '../../../api/ai.js'
import { type Camera, useCameras } from '../../../api/cameras.js'
import { Button } from '../../../controls/button.js'
import { Note } from '../../../controls/note.js'
import { Section } from '../../../controls/section.js'
import { AddressLink } from '../../../frame/address-link.js'
import { useLanguage, useText } from '../../../text/use-text.js'
import { countOf } from '../../../time/format.js'
import { moneyOf, shortCount } from './money.js'
import { tokensOf } from './usage-sums.js'
import { type AiText, useAiText } from './use-ai-text.js'

interface CamerasCostProps {
  /** Days, such as 2026-03-12, both included. */
  readonly from: string
  readonly to: string
  /** How many they are. */
  readonly days: number
}

/** The dearest cameras: what a model is shown of them, and what that costs a day. */
export function CamerasCost({ from, to, days }: CamerasCostProps) {
  const text = useAiText()
  const { frame } = useText()
  const language = useLanguage()
  const { data, isError, refetch } = useCameraUsage(from, to)
  const cameras = useCameras(null).data
  const rows = data?.data ?? []
  const most = Math.max(...rows.map(amountOf), Number.MIN_VALUE)
  return (
    <Section title={text.byCamera}>
      {isError && !data && (
        <Note tone="alarm">
          {text.failed}{' '}
          <Button small onClick={() => void refetch()}>
            {frame.tryAgain}
          </Button>
        </Note>
      )}
      {data && rows.length === 0 && <p className="text-ink-2">{text.noCameras}</p>}
      {data && data.total > rows.length && (
        <p className="text-xs text-ink-3">
          {text.dearest(countOf(rows.length, language), countOf(data.total, language))}
        </p>
      )}
      {rows.length > 0 && (
        <table className="w-full">
          <thead className="text-xs text-ink-3">
            <tr>
              <th className="py-2 text-left font-text">{text.camera}</th>
              <th className="py-2 text-left font-text max-wide:hidden">{text.looksAt}</th>
              <th className="py-2 text-right font-text">{text.events}</th>
              <th className="w-[140px] py-2 max-wide:hidden" aria-hidden="true" />
              <th className="py-2 text-right font-text">{text.costADay}</th>
              <th className="py-2 text-right font-text">{text.cost}</th>
            </tr>
          </thead>
          <tbody className="divide-y divide-line border-t border-line">
            {rows.map((row) => (
              <CameraRow
                key={row.camera_id}
                row={row}
                camera={cameras?.find(({ id }) => id === row.camera_id)}
                days={days}
                share={amountOf(row) / most}
              />
            ))}
          </tbody>
        </table>
      )}
    </Section>
  )
}

const amountOf = (row: CameraAiUsage): number => row.cost_usd ?? tokensOf(row)

interface CameraRowProps {
  readonly row: CameraAiUsage
  readonly camera: Camera | undefined
  readonly days: number
  /** Of the dearest, 0 to 1. */
  readonly share: number
}

function CameraRow({ row, camera, days, share }: CameraRowProps) {
  const text = useAiText()
  const language = useLanguage()
  const said = (part: number): string =>
    row.cost_usd === null
      ? text.tokens(shortCount(tokensOf(row) / part, language))
      : moneyOf(row.cost_usd / part, language)
  return (
    <tr className="h-row">
      <th scope="row" className="max-w-[240px] truncate pr-2 text-left font-strong">
        {row.deleted ? (
          <>
            {row.camera_name} <span className="text-ink-3">({text.gone})</span>
          </>
        ) : (
          <AddressLink href={`/cameras/${row.camera_id}`} className="hover:underline">
            {row.camera_name}
          </AddressLink>
        )}
      </th>
      <td className="text-ink-2 max-wide:hidden">{camera && looksAt(camera, text)}</td>
      <td className="text-right text-ink-2">{countOf(row.events, language)}</td>
      <td className="pl-4 max-wide:hidden" aria-hidden="true">
        <div className="h-[6px] overflow-hidden rounded-full bg-surface-3">
          <div className="h-full rounded-full bg-accent" style={{ width: `${100 * share}%` }} />
        </div>
      </td>
      <td className="text-right text-ink-2">{said(days)}</td>
      <td className="text-right">{said(1)}</td>
    </tr>
  )
}

function looksAt({ ai_analysis_mode: mode, ai_pass_mode: pass }: Camera, text: AiText): string {
  const isTwice = pass === 'two_pass' && (mode === 'multi_frame' || mode === 'full_video')
  return `${text.modes[mode]}${isTwice ? text.smallFirst : ''}`
}
