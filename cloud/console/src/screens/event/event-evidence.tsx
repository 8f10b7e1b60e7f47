import { useEffect, useRef } from 'react'
import { type Event, useEventAnalysis } from '../../api/events.js'
import { useZoneOf } from '../../api/sites.js'
import { useEventText } from '../../text/use-event-text.js'
import { useLanguage } from '../../text/use-text.js'
import { clockTime, countOf, localeOf } from '../../time/format.js'
import { LookAgain } from './look-again.js'

interface EvidenceProps {
  readonly event: Event
  /** The second of the clip that the address names. */
  readonly shown: number | undefined
  /** Goes to a second of the clip. */
  readonly onSecond: (second: number) => void
}

/** The pictures that the model looked at, with what it saw in each; each leads to its place in the clip. */
export function EventEvidence({ event, shown, onSecond }: EvidenceProps) {
  const text = useEventText()
  const language = useLanguage()
  const zone = useZoneOf()(event.camera_id)
  const { data: analysis } = useEventAnalysis(event.id)
  const place = useRef<HTMLElement>(null)
  const isThere = analysis !== undefined
  useEffect(() => {
    // The address named this part before it was there.
    if (isThere && location.hash === '#analysis') place.current?.scrollIntoView({ block: 'nearest' })
  }, [isThere])
  const current = analysis?.current
  const result = current?.result ?? null
  const pictures = current?.pictures ?? []
  const percent = new Intl.NumberFormat(localeOf(language), { style: 'percent' })
  return (
    <section
      id="analysis"
      ref={place}
      aria-labelledby="analysis-title"
      className="flex flex-none flex-col gap-3 rounded-3 border border-line bg-surface p-4"
    >
      <div className="flex flex-wrap items-center gap-2">
        <h2 id="analysis-title" className="flex-1 text-md font-title">
          {text.looked}
        </h2>
        {current && analysis.versions.length > 1 && (
          <span className="text-xs text-ink-3">{text.version(current.version)}</span>
        )}
        <LookAgain event={event} />
      </div>
      {event.ai_status !== 'completed' && (
        <p className="text-ink-2">
          {event.ai_status === 'pending' ? text.beingLooked : (event.ai_reason ?? text.noWords)}
        </p>
      )}
      {pictures.length > 0 && (
        <ol className="-m-1 flex gap-3 overflow-x-auto p-1">
          {pictures.map(({ number, offset_sec: second, url, taken_at: takenAt }) => {
            const time = clockTime(new Date(takenAt), { language, zone }, true)
            const shows = result?.evidence.find(({ picture }) => picture === number)?.shows
            return (
              <li key={number} className="w-[170px] flex-none">
                <button
                  type="button"
                  disabled={second === null}
                  aria-current={second !== null && second === shown}
                  onClick={() => second !== null && onSecond(second)}
                  className="group w-full rounded-1 text-left"
                >
                  {url !== null && (
                    <img
                      src={url}
                      alt={text.pictureAt(time)}
                      className="aspect-video w-full rounded-1 bg-stage object-contain group-aria-[current=true]:shadow-(--focus)"
                    />
                  )}
                  <span className="block pt-[6px] text-xs font-strong">{time}</span>
                  {shows !== undefined && <span className="block text-xs text-ink-3">{shows}</span>}
                </button>
              </li>
            )
          })}
        </ol>
      )}
      {result && result.objects.length > 0 && (
        <div className="flex flex-wrap items-center gap-2 border-t border-line pt-3">
          <span className="text-ink-3">{text.things}</span>
          {result.objects.map(({ label, count, confidence }) => (
            <span
              key={`${label} ${confidence}`}
              className="rounded-full border border-line-strong px-[10px] py-[3px] text-ink-2"
            >
              {countOf(count, language)} {label}{' '}
              {confidence !== null && <span className="text-ink-3">{percent.format(confidence)}</span>}
            </span>
          ))}
        </div>
      )}
    </section>
  )
}
