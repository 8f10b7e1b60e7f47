import type { components } from '@sightline/client'
import { useState } from 'react'
import { useAiUsage, useAskForAWord, useJudgeBudget } from '../../../api/ai.js'
import { useOrganisation } from '../../../api/organisation.js'
import { refusalOf } from '../../../api/refusal.js'
import { Button } from '../../../controls/button.js'
import { Note } from '../../../controls/note.js'
import { Failed, Loading } from '../../../frame/page-states.js'
import { useLanguage } from '../../../text/use-text.js'
import { countOf, momentOf } from '../../../time/format.js'
import { tookOf } from '../../../time/took.js'
import { useNow } from '../../../time/use-now.js'
import { dayAfter, dayOf } from '../../../time/zone.js'
import { SettingsBar } from '../settings-bar.js'
import { AiFigures } from './ai-figures.js'
import { CamerasCost } from './cameras-cost.js'
import { DaysCost } from './days-cost.js'
import { ModelDialog } from './model-dialog.js'
import { PurposesCost } from './purposes-cost.js'
import { useAiText } from './use-ai-text.js'

const shownDays = 30

/** What models were asked and what that cost, which model it is, and how much the judge may still be asked. */
export function AiPage() {
  const text = useAiText()
  const { data, isError, refetch } = useOrganisation()
  return (
    <>
      <SettingsBar title={text.title} />
      {!data && (isError ? <Failed again={() => void refetch()} /> : <Loading />)}
      {data && (
        <div className="min-h-0 flex-1 overflow-y-auto p-4">
          <div className="flex max-w-[1080px] flex-col gap-4">
            <Model organisation={data} />
            <Usage organisation={data} />
          </div>
        </div>
      )}
    </>
  )
}

type Organisation = components['schemas']['Organisation']

/** Which model is asked, whether it answers, and another one. */
function Model({ organisation }: { organisation: Organisation }) {
  const text = useAiText()
  const [isChanging, setChanging] = useState(false)
  const ask = useAskForAWord()
  const { ai_settings: settings } = organisation
  const { provider, model, base_url: address, providers_with_key: keys, enabled } = settings
  const beside = [
    ...(address === null ? [] : [text.ownAddress]),
    ...(provider !== null && keys.includes(provider) ? [text.ownKey] : []),
  ]
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <p className="min-w-0 flex-1 truncate text-ink-2 max-wide:basis-full">
          <span className="font-strong text-ink">{model ?? text.serviceModel}</span>
          {beside.map((one) => `, ${one}`)}
        </p>
        <Button aria-disabled={ask.isPending} onClick={() => !ask.isPending && ask.mutate()}>
          {text.ask}
        </Button>
        <Button onClick={() => setChanging(true)}>{text.changeModel}</Button>
      </div>
      <div role="status" className="empty:hidden">
        {ask.isPending && <p className="text-ink-2">{text.asking}</p>}
        {ask.isSuccess && <Answer answer={ask.data} />}
        {ask.isError && <Note tone="alarm">{refusalOf(ask.error)?.message ?? text.notDone}</Note>}
      </div>
      {!enabled && <Note tone="warn">{text.offNote}</Note>}
      {isChanging && <ModelDialog settings={settings} onClose={() => setChanging(false)} />}
    </div>
  )
}

/** What came of asking for a word. */
function Answer({ answer }: { answer: components['schemas']['AiTry'] }) {
  const text = useAiText()
  const language = useLanguage()
  const { model, latency_ms: took, reason } = answer
  if (model === null) return <Note tone="warn">{text.noModel(reason ?? '')}</Note>
  if (took === null) return <Note tone="alarm">{text.noAnswer(model, reason ?? '')}</Note>
  return <Note tone="ok">{text.answersIn(model, tookOf(took, language))}</Note>
}

/** What was taken in the last days, against as many before. */
function Usage({ organisation }: { organisation: Organisation }) {
  const text = useAiText()
  const language = useLanguage()
  const now = useNow(60_000)
  const { timezone: zone } = organisation
  const today = dayOf(now.getTime(), zone)
  const from = dayAfter(today, 1 - shownDays)
  const usage = useAiUsage(from, today)
  const before = useAiUsage(dayAfter(from, -shownDays), dayAfter(from, -1))
  const budget = useJudgeBudget().data
  if (!usage.data || !before.data) {
    if (usage.isError || before.isError) {
      const again = () => void Promise.all([usage.refetch(), before.refetch()])
      return <Failed again={again} />
    }
    return <Loading />
  }
  const { total, operator_today: ceiling } = usage.data
  const measure = total.cost_usd === null ? 'tokens' : 'cost'
  const days = Array.from({ length: shownDays }, (_, day) => dayAfter(from, day))
  const timeOf = (at: string): string => momentOf(new Date(at), now, { language, zone })
  return (
    <>
      {ceiling.spent && <Note tone="warn">{text.ceiling(timeOf(ceiling.resets_at))}</Note>}
      {budget && budget.remaining === 0 && budget.daily_limit > 0 && (
        <Note tone="warn">{text.judgeSpent(timeOf(budget.resets_at))}</Note>
      )}
      {total.calls > 0 && total.cost_usd === null && <Note>{text.noPrices}</Note>}
      {total.cost_usd !== null && total.unpriced_calls > 0 && (
        <Note>{text.somePrices(countOf(total.unpriced_calls, language))}</Note>
      )}
      <AiFigures usage={usage.data} before={before.data} measure={measure} budget={budget} />
      {total.calls + before.data.total.calls === 0 ? (
        <p className="text-ink-2">{text.nothingYet}</p>
      ) : (
        <>
          <DaysCost days={days} usage={usage.data.days} measure={measure} />
          <PurposesCost usage={usage.data.days} before={before.data.days} />
          <CamerasCost from={from} to={today} days={shownDays} />
        </>
      )}
    </>
  )
}
