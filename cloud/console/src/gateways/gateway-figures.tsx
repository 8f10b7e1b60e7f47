import type { ReactNode } from 'react'
import type { GatewayHistory } from '../api/gateways.js'
import type { IconName } from '../icons/icon.js'
import { Icon } from '../icons/icon.js'
import { useLanguage } from '../text/use-text.js'
import { countOf, durationOf } from '../time/format.js'
import { clockOffSec, diskOf, type Figures } from './figures.js'
import { lineOf, percentOf, sizeOf } from './sizes.js'
import { Sparkline } from './sparkline.js'
import { useGatewaysText } from './use-gateways-text.js'

interface FiguresProps {
  readonly figures: Figures
  readonly version: string | null
  readonly isOutdated: boolean | null
  /** Of the last two days; left out where it is not shown, and until it is there. */
  readonly history?: GatewayHistory | undefined
  /** All beside each other, where there is room. */
  readonly isWide?: boolean
}

/** What a gateway measures of its machine: disk, what waits for upload, clock, load, line, program. */
export function GatewayFigureList(props: FiguresProps) {
  const { figures, history, version, isOutdated, isWide = false } = props
  return (
    <dl
      className={`grid grid-cols-3 gap-x-[14px] gap-y-4 max-wide:grid-cols-2 ${isWide ? 'desk:grid-cols-6' : ''}`}
    >
      <DiskFigure figures={figures} />
      <UploadFigure figures={figures} history={history} />
      <ClockFigure figures={figures} />
      <LoadFigure figures={figures} history={history} />
      <LineFigure figures={figures} history={history} />
      <ProgramFigure version={version} isOutdated={isOutdated} />
    </dl>
  )
}

function Figure({
  icon,
  name,
  value,
  isWarning = false,
  children,
}: {
  icon: IconName
  name: string
  value: string
  isWarning?: boolean
  children?: ReactNode
}) {
  return (
    <div className="flex min-w-0 flex-col gap-[3px]">
      <dt className="flex items-center gap-[6px] text-xs text-ink-3">
        <Icon name={icon} size={15} />
        {name}
      </dt>
      <dd className={`truncate text-lg font-title ${isWarning ? 'text-warn' : ''}`}>{value}</dd>
      {children}
    </div>
  )
}

/** What stands below a value. */
function Below({ children }: { children: ReactNode }) {
  return <dd className="text-xs text-ink-3">{children}</dd>
}

function DiskFigure({ figures }: { figures: Figures }) {
  const text = useGatewaysText()
  const language = useLanguage()
  const disk = diskOf(figures)
  if (disk === null) return <Figure icon="disk" name={text.disk} value={text.notSaid} />
  const isWarning = figures.storage?.level !== 'ok'
  const { percent, usedMb, sizeMb, leftMb } = disk
  const left = sizeOf(leftMb, language)
  return (
    <Figure
      icon="disk"
      name={text.disk}
      isWarning={isWarning}
      value={percent === null ? text.diskLeft(left) : percentOf(percent, language)}
    >
      {percent !== null && (
        <dd aria-hidden="true" className="h-[6px] overflow-hidden rounded-full bg-surface-3">
          <div
            className={`h-full rounded-full ${isWarning ? 'bg-warn' : 'bg-ink-2'}`}
            style={{ width: `${percent}%` }}
          />
        </dd>
      )}
      {usedMb !== null && sizeMb !== null && (
        <Below>{text.diskOf(sizeOf(usedMb, language), sizeOf(sizeMb, language))}</Below>
      )}
      {figures.room_sec !== null && <Below>{text.diskHolds(roughly(figures.room_sec, language))}</Below>}
    </Figure>
  )
}

type WithHistory = Pick<FiguresProps, 'figures' | 'history'>

function UploadFigure({ figures, history }: WithHistory) {
  const text = useGatewaysText()
  const language = useLanguage()
  const { waiting, upload_sec: sec, troubles } = figures
  if (waiting === null) return <Figure icon="upload" name={text.upload} value={text.notSaid} />
  const { clips, mb } = waiting
  const value =
    clips === 0 ? text.nothingWaits : clips === 1 ? text.oneClip : text.clips(countOf(clips, language))
  const size = sizeOf(mb, language)
  const isWarning = clips > 0 && troubles.includes('falls_behind')
  return (
    <Figure icon="upload" name={text.upload} value={value} isWarning={isWarning}>
      {history && (
        <Sparkline
          history={history}
          of="waiting_mb"
          least={50}
          isWarning={isWarning}
          label={(most) => text.lastDays(sizeOf(most, language))}
        />
      )}
      {mb > 0 && <Below>{sec === null || sec === 0 ? size : text.about(size, roughly(sec, language))}</Below>}
    </Figure>
  )
}

function ClockFigure({ figures }: { figures: Figures }) {
  const text = useGatewaysText()
  const language = useLanguage()
  const off = clockOffSec(figures)
  const { synced } = figures.clock
  const value =
    off === null ? text.notSaid : off === 0 ? text.clockRight : text.clockOff(durationOf(off, language))
  return (
    <Figure icon="clock" name={text.clock} value={value} isWarning={off !== null && off > 0}>
      <Below>{synced === null ? text.clockUnknown : synced ? text.clockHeld : text.clockNotHeld}</Below>
    </Figure>
  )
}

function LoadFigure({ figures, history }: WithHistory) {
  const text = useGatewaysText()
  const language = useLanguage()
  const { cpu_percent: percent, cpu_count: cores, memory_mb: memory, troubles } = figures
  if (percent === null) return <Figure icon="cpu" name={text.load} value={text.notSaid} />
  const size = memory === null ? text.notSaid : sizeOf(memory, language)
  const below =
    cores === null
      ? text.memory(size)
      : cores === 1
        ? text.loadOne(size)
        : text.loadOf(countOf(cores, language), size)
  return (
    <Figure
      icon="cpu"
      name={text.load}
      value={percentOf(percent, language)}
      isWarning={troubles.includes('busy')}
    >
      {history && (
        <Sparkline
          history={history}
          of="cpu_percent"
          least={100}
          isWarning={troubles.includes('busy')}
          label={(most) => text.lastDays(percentOf(most, language))}
        />
      )}
      <Below>{below}</Below>
    </Figure>
  )
}

function LineFigure({ figures: { network_throughput: line }, history }: WithHistory) {
  const text = useGatewaysText()
  const language = useLanguage()
  const { upstream_mbps: up, downstream_mbps: down } = line
  if (up === null) return <Figure icon="line" name={text.line} value={text.notSaid} />
  return (
    <Figure icon="line" name={text.line} value={lineOf(up, language)}>
      {history && (
        <Sparkline
          history={history}
          of="upstream_mbps"
          least={1}
          label={(most) => text.lastDays(lineOf(most, language))}
        />
      )}
      {down !== null && <Below>{text.lineDown(lineOf(down, language))}</Below>}
    </Figure>
  )
}

function ProgramFigure({ version, isOutdated }: Omit<FiguresProps, 'figures' | 'isWide'>) {
  const text = useGatewaysText()
  return (
    <Figure icon="gateway" name={text.program} value={version ?? text.notSaid}>
      {isOutdated !== null && <Below>{isOutdated ? text.isOld : text.isNewest}</Below>}
    </Figure>
  )
}

const daySec = 86_400
const hourSec = 3_600

/** A length that is a guess, without what nobody can know of it. */
export function roughly(sec: number, language: Parameters<typeof durationOf>[1]): string {
  const step = sec >= daySec ? daySec : sec >= 10 * hourSec ? hourSec : sec >= 600 ? 300 : 5
  return durationOf(Math.max(step, Math.round(sec / step) * step), language)
}
