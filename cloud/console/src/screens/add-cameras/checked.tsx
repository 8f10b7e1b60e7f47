import { Suspense } from 'react'
import type { Verdict } from '../../api/adding-cameras.js'
import { useWarning } from '../../cameras/use-fault.js'
import { Note } from '../../controls/note.js'
import { Icon } from '../../icons/icon.js'
import { useLanguage } from '../../text/use-text.js'
import { countOf } from '../../time/format.js'
import { streamWords } from './stream-words.js'
import { useAddCamerasText } from './use-add-cameras-text.js'

interface CheckedProps {
  readonly verdict: Verdict
  readonly tookMs: number
  readonly withAccount: boolean
}

/** What was checked at a camera that works, and what could be better. */
export function Checked({ verdict, tookMs, withAccount }: CheckedProps) {
  const text = useAddCamerasText()
  const language = useLanguage()
  const main = verdict.streams.find(({ role }) => role === 'main')
  const sub = verdict.streams.find(({ role }) => role === 'sub')
  const rate = main?.fps === null || main === undefined ? null : countOf(Math.round(main.fps), language)
  const took = new Intl.NumberFormat(language, { maximumFractionDigits: 1 }).format(tookMs / 1000)
  return (
    <section aria-label={text.checked('')} className="flex flex-col gap-[9px]">
      <p className="font-strong text-ink-2">{text.checked(`${took}\u00a0s`)}</p>
      <ul className="flex flex-col gap-[7px]">
        <Line>{withAccount ? text.answers : text.answersAll}</Line>
        <Line>{rate === null ? text.sendsSome : text.sends(rate)}</Line>
        <Line>{sub ? text.twoStreams : text.oneStream}</Line>
      </ul>
      <p className="text-xs text-ink-3 wide:hidden">
        {[main && text.main(streamWords(main)), sub && text.sub(streamWords(sub))]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <Suspense>
        <Better warnings={verdict.warnings} />
      </Suspense>
    </section>
  )
}

function Better({ warnings }: Pick<Verdict, 'warnings'>) {
  const text = useAddCamerasText()
  const words = useWarning()
  if (warnings.length === 0) return null
  return (
    <>
      <h3 className="sr-only">{text.better}</h3>
      {warnings.map((warning) => {
        const { message, remedy } = words(warning)
        return (
          <Note key={`${warning.code} ${warning.stream}`} tone={warning.code === 'h265' ? 'plain' : 'warn'}>
            <p className="font-strong">{message}</p>
            <p className="text-xs text-ink-2">{remedy}</p>
          </Note>
        )
      })}
    </>
  )
}

function Line({ children }: { children: string }) {
  return (
    <li className="flex items-center gap-[9px]">
      <span className="text-ok">
        <Icon name="check" size={16} />
      </span>
      {children}
    </li>
  )
}
