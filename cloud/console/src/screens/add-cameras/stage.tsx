import { type ReactNode, Suspense } from 'react'
import type { Verdict } from '../../api/adding-cameras.js'
import { useFault } from '../../cameras/use-fault.js'
import type { IconName } from '../../icons/icon.js'
import { Icon } from '../../icons/icon.js'
import { usePictureAddress } from '../../pictures/use-picture-address.js'
import { useLanguage } from '../../text/use-text.js'
import { clockTime, durationOf } from '../../time/format.js'
import { useNow } from '../../time/use-now.js'
import { streamWords } from './stream-words.js'
import { useAddCamerasText } from './use-add-cameras-text.js'
import type { Look } from './use-look.js'
import type { Newest } from './use-newer-pictures.js'

interface StageProps {
  readonly look: Look
  /** A later picture than the one of the look; null: there is none. */
  readonly newest: Newest | null
  /** Newer pictures come by themselves. */
  readonly isMoving: boolean
  readonly name: string
  /** Nothing was changed since the picture was taken. */
  readonly isCurrent: boolean
  readonly asksForPassword: boolean
  readonly isDirect: boolean
}

/** The picture of a camera that is not saved, or what stands in its place: nothing yet, connecting, or what is wrong. */
export function Stage(props: StageProps) {
  const { look, newest, isMoving, name, isCurrent, asksForPassword, isDirect } = props
  const text = useAddCamerasText()
  const isSmall = look.kind === 'fault' || look.kind === 'refused'
  const shape = isSmall
    ? 'min-h-[152px] wide:aspect-[21/9] wide:max-h-[30vh]'
    : look.kind === 'seen'
      ? 'aspect-video max-h-[46vh]'
      : // On a phone the fields are in view.
        'max-wide:min-h-[132px] wide:aspect-video wide:max-h-[46vh]'
  return (
    <div
      role="status"
      className={`on-picture relative grid w-full flex-none place-items-center self-center overflow-hidden bg-stage text-on-picture max-wide:mt-2 max-wide:w-[calc(100%-24px)] max-wide:rounded-3 ${shape}`}
    >
      {look.kind === 'none' && (
        <Words icon="cameras">{asksForPassword ? text.stageAsks : text.stageReady}</Words>
      )}
      {look.kind === 'looking' && (
        <Words icon="signal">{isDirect ? text.lookingDirect(name) : text.looking(name)}</Words>
      )}
      {look.kind === 'refused' && <Refused refusal={look.refusal} />}
      {look.kind === 'fault' && (
        <Suspense>
          <Fault verdict={look.verdict} at={look.at} />
        </Suspense>
      )}
      {look.kind === 'seen' && (
        <Seen
          verdict={look.verdict}
          picture={newest?.picture ?? look.verdict.picture}
          at={newest?.at ?? look.at}
          name={name}
          isCurrent={isCurrent}
          isMoving={isMoving}
        />
      )}
    </div>
  )
}

function Words({ icon, title, children }: { icon: IconName; title?: string; children: ReactNode }) {
  return (
    <div className="flex max-w-[52ch] flex-col items-center gap-2 px-6 py-4 text-center">
      <span className={title === undefined ? 'text-on-picture-2' : 'text-warn'}>
        <Icon name={icon} size={26} />
      </span>
      {title !== undefined && <p className="text-lg font-title">{title}</p>}
      <p className="text-on-picture-2">{children}</p>
    </div>
  )
}

function Refused({ refusal }: { refusal: Extract<Look, { kind: 'refused' }>['refusal'] }) {
  const text = useAddCamerasText()
  const says = { line: text.noLine, many: text.tooMany }
  return (
    <Words icon={refusal.kind === 'line' ? 'no-line' : 'warn'}>
      {refusal.kind === 'refused' ? refusal.message : says[refusal.kind]}
    </Words>
  )
}

function Fault({ verdict, at }: { verdict: Verdict; at: Date }) {
  const text = useAddCamerasText()
  const language = useLanguage()
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const { fault, message, remedy } = verdict
  const said = useFault()({ cause: fault, message, remedy })
  const time = clockTime(at, { language, zone }, true)
  return (
    <Words icon={fault === 'auth' ? 'security' : 'no-picture'} title={said.message}>
      {fault === 'auth' ? text.waits(time) : said.remedy}
    </Words>
  )
}

interface SeenProps extends Pick<StageProps, 'name' | 'isCurrent' | 'isMoving'> {
  readonly verdict: Verdict
  readonly picture: Verdict['picture']
  /** When the picture came. */
  readonly at: Date
}

function Seen({ verdict, picture, at, name, isCurrent, isMoving }: SeenProps) {
  const text = useAddCamerasText()
  const language = useLanguage()
  const address = usePictureAddress(picture)
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const main = verdict.streams.find(({ role }) => role === 'main')
  const sub = verdict.streams.find(({ role }) => role === 'sub')
  return (
    <>
      {address !== null && (
        <img
          src={address}
          alt={text.pictureOf(name)}
          className={`absolute inset-0 size-full object-contain ${isCurrent ? '' : 'opacity-40 grayscale'}`}
        />
      )}
      {verdict.picture_missing !== null && (
        <Words icon="no-picture">{text.noPicture[verdict.picture_missing]}</Words>
      )}
      {!isCurrent && <Words icon="info">{text.stageChanged}</Words>}
      <div className="absolute inset-x-2 top-2 flex flex-wrap justify-between gap-1">
        <Tag>{isMoving ? <Age at={at} /> : text.notSaved(clockTime(at, { language, zone }, true))}</Tag>
        <span className="flex flex-wrap justify-end gap-1 max-wide:hidden">
          {main && <Tag>{text.main(streamWords(main))}</Tag>}
          {sub && <Tag>{text.sub(streamWords(sub))}</Tag>}
        </span>
      </div>
    </>
  )
}

/** How old a picture is, counted on; nobody is read each second of it. */
function Age({ at }: { at: Date }) {
  const text = useAddCamerasText()
  const language = useLanguage()
  const sec = Math.max(1, Math.round((useNow(1000).getTime() - at.getTime()) / 1000))
  return (
    <span aria-live="off" className="inline-flex items-center gap-[6px]">
      <span className="size-2 rounded-full bg-accent" />
      {text.newest(durationOf(sec, language))}
    </span>
  )
}

function Tag({ children }: { children: ReactNode }) {
  return (
    <span className="inline-flex h-6 items-center rounded-1 bg-scrim px-2 text-xs font-strong text-on-picture">
      {children}
    </span>
  )
}
