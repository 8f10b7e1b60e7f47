import { type ReactNode, Suspense } from 'react'
import { type CameraDiagnostics, useDiagnostics } from '../../api/camera.js'
import { codecName } from '../../cameras/codec-name.js'
import { useWarning } from '../../cameras/use-fault.js'
import { Button } from '../../controls/button.js'
import { Note } from '../../controls/note.js'
import { useCameraText } from '../../text/use-camera-text.js'
import { useLanguage, useText } from '../../text/use-text.js'
import { useTroubles } from '../../text/use-troubles.js'
import { countOf, durationOf } from '../../time/format.js'
import { Moment } from '../../time/moment.js'
import { Connectivity } from './connectivity.js'
import { LastDay } from './last-day.js'
import { useHealthText } from './use-health-text.js'

/** How a camera fares, in words: whether it is received, its streams, what it tells of itself, and what could be better. */
export function Health({ cameraId, zone }: { cameraId: string; zone: string }) {
  const camera = useCameraText()
  const { frame } = useText()
  const text = useHealthText()
  const { data, isError, refetch } = useDiagnostics(cameraId)
  if (isError && !data)
    return (
      <div className="p-4">
        <Note tone="warn">
          {text.healthFailed}{' '}
          <Button small onClick={() => void refetch()}>
            {frame.tryAgain}
          </Button>
        </Note>
      </div>
    )
  if (!data) return <p className="appear-late p-4 text-ink-3">{frame.loading}</p>
  return (
    <section
      aria-label={camera.tabs.health}
      // What scrolls is scrolled by keys, too.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto p-4"
    >
      <Suspense>
        <Connectivity facts={data} zone={zone} />
        <LastDay cameraId={cameraId} zone={zone} />
        <Streams streams={data.streams} />
        <Choices facts={data} />
        <LastHour facts={data} />
        <Facts facts={data} zone={zone} />
        <Better facts={data} />
      </Suspense>
    </section>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-2">
      <h2 className="font-title">{title}</h2>
      {children}
    </section>
  )
}

function Streams({ streams }: Pick<CameraDiagnostics, 'streams'>) {
  const text = useHealthText()
  const language = useLanguage()
  if (streams.length === 0) return null
  return (
    <Part title={text.streams}>
      <ul className="flex flex-col gap-2">
        {streams.map((stream) => {
          const {
            role,
            codec,
            resolution,
            fps,
            bitrate_kbps: rate,
            gop_sec: gop,
            audio,
            used_for: uses,
          } = stream
          const facts = [
            resolution.replace('x', ' × '),
            codecName(codec),
            fps === null ? '' : `${countOf(Math.round(fps), language)}\u00a0fps`,
            rate === null ? '' : `${countOf(Math.round(rate), language)}\u00a0kbit/s`,
            stream.transport?.toUpperCase() ?? '',
            gop === null ? '' : text.keyframeEvery(durationOf(gop, language)),
            audio === null ? text.noSound : text.sound(audio.toUpperCase()),
          ]
          return (
            <li key={role} className="rounded-2 bg-surface-2 px-3 py-2">
              <p className="font-strong">
                {text.stream[role]}
                <span className="font-text text-ink-3">
                  {' · '}
                  {uses.length === 0
                    ? text.notReceived
                    : uses.map((use) => nameOfUse(text.uses, use)).join(', ')}
                </span>
              </p>
              <p className="text-xs text-ink-2">{facts.filter((fact) => fact !== '').join(' · ')}</p>
              {stream.fault !== null && <p className="text-xs text-warn">{text.streamFault(stream.fault)}</p>}
            </li>
          )
        })}
      </ul>
    </Part>
  )
}

/** Which stream serves what, where that is another than was wanted, and whether the pre-roll is as long as it should be. */
function Choices({ facts }: { facts: CameraDiagnostics }) {
  const text = useHealthText()
  const reasons = useTroubles()?.instead
  const { recording_stream: recorded, detection_stream: detected, stream_mode: mode } = facts
  const choices = [
    [text.uses.recording, recorded],
    // One connection is for both.
    ...(mode === 'dual' ? [[text.uses.detection, detected] as const] : []),
  ] as const
  const sentences = [
    ...choices
      .filter(([, { wanted, used }]) => wanted !== used)
      .map(([use, { wanted, used, why, why_code: code }]) =>
        text.instead({
          use,
          used: text.stream[used],
          wanted: text.stream[wanted],
          why: (code === null ? null : reasons?.[code]) ?? why ?? '',
        }),
      ),
    ...(facts.pre_roll.shortened === true ? [text.preRollShort] : []),
  ]
  if (sentences.length === 0) return null
  return (
    <ul className="flex flex-col gap-1 text-ink-2">
      {sentences.map((sentence) => (
        <li key={sentence} className="first-letter:uppercase">
          {sentence}
        </li>
      ))}
    </ul>
  )
}

function nameOfUse(names: Readonly<Record<string, string>>, use: string): string {
  return names[use] ?? use
}

function LastHour({ facts }: { facts: CameraDiagnostics }) {
  const text = useHealthText()
  const language = useLanguage()
  const counts = [
    [text.reconnects, facts.reconnects_last_hour],
    [text.stalls, facts.stalls_last_hour],
    [text.breaks, facts.breaks_last_hour],
    [text.brokenFrames, facts.broken_frames_last_hour],
  ] as const
  if (counts.every(([, count]) => count === null)) return null
  return (
    <Part title={text.facts}>
      <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1">
        {counts.map(
          ([name, count]) =>
            count !== null && (
              <div key={name} className="contents">
                <dt className="text-ink-2">{name}</dt>
                <dd className={count > 0 ? 'font-strong text-warn' : 'text-ink-3'}>
                  {countOf(count, language)}
                </dd>
              </div>
            ),
        )}
      </dl>
    </Part>
  )
}

/** A clock is right within so much, seconds. */
const rightSec = 2

function Facts({ facts, zone }: { facts: CameraDiagnostics; zone: string }) {
  const text = useHealthText()
  const language = useLanguage()
  const told = useTroubles()?.events
  const { gateway, events, motion, clock_skew_sec: skew, reported_at: reportedAt } = facts
  const off = skew === null ? '' : durationOf(Math.abs(skew), language)
  const clock =
    skew === null
      ? null
      : Math.abs(skew) < rightSec
        ? text.clockRight
        : skew > 0
          ? text.clockAhead(off)
          : text.clockBehind(off)
  return (
    <dl className="flex flex-col gap-2">
      <Fact name={text.reported}>
        {reportedAt === null ? text.neverReported : <Moment at={reportedAt} zone={zone} />}
      </Fact>
      {gateway && <Fact name={text.gateway}>{gateway.name}</Fact>}
      {motion && (
        <Fact name={text.motion}>
          {text.motionStates[motion.state]}
          {motion.last_motion_at !== null && (
            <span className="text-ink-3">
              {' · '}
              {text.lastMotion} <Moment at={motion.last_motion_at} zone={zone} />
            </span>
          )}
        </Fact>
      )}
      {events && (
        <Fact name={text.ownEvents}>
          {told?.[events.state]?.message ?? events.message} {told?.[events.state]?.remedy ?? events.remedy}
          {events.last_event_at !== null && (
            <span className="block text-xs text-ink-3">
              {text.lastEvent} <Moment at={events.last_event_at} zone={zone} />
            </span>
          )}
          {events.last_renew_at !== null && (
            <span className="block text-xs text-ink-3">
              {text.lastRenew} <Moment at={events.last_renew_at} zone={zone} />
            </span>
          )}
        </Fact>
      )}
      {clock !== null && <Fact name={text.clock}>{clock}</Fact>}
    </dl>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-xs text-ink-3">{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function Better({ facts: { warnings, advice_codes: advice } }: { facts: CameraDiagnostics }) {
  const text = useHealthText()
  const language = useLanguage()
  const words = useWarning()
  const advised = useTroubles()?.advice
  if (warnings.length === 0 && advice.length === 0) return null
  // What the gateway warns of and the service knows by itself is said once.
  const warned = new Set(warnings.map(({ code }) => code))
  return (
    <Part title={text.better}>
      <ul className="flex flex-col gap-2">
        {warnings.map((warning) => {
          const { message, remedy } = words(warning)
          return (
            <li key={`${warning.code} ${warning.stream}`}>
              <p className="font-strong">{message}</p>
              <p className="text-ink-2">{remedy}</p>
            </li>
          )
        })}
        {advice
          .filter(({ code }) => !warned.has(code))
          .map(({ code, count, message }) => (
            <li key={code}>{advised?.[code]?.(countOf(count ?? 0, language)) ?? message}</li>
          ))}
      </ul>
    </Part>
  )
}
