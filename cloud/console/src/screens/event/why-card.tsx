import { Link } from '@tanstack/react-router'
import type { Why, WhyRule } from '../../api/why.js'
import { Icon } from '../../icons/icon.js'
import { useLanguage } from '../../text/use-text.js'
import { durationOf } from '../../time/format.js'
import { Moment } from '../../time/moment.js'
import { useWhyText } from './use-why-text.js'
import { iconOf, sentenceOf } from './why-words.js'

type Condition = WhyRule['conditions'][number]
type Decision = NonNullable<Why['decisions']>[number]

interface WhyCardProps {
  readonly rule: WhyRule
  /** Who was notified of its alert; none for those who may not see that. */
  readonly decisions: readonly Decision[]
  /** IANA name. */
  readonly zone: string
}

/** What one rule made of an event: what became of it, and what each condition found. */
export function WhyCard({ rule, decisions, zone }: WhyCardProps) {
  const text = useWhyText()
  const told = rule.outcome === 'alerted'
  const sentence = sentenceOf(text, rule)
  return (
    <li
      data-outcome={rule.outcome}
      className={`flex flex-col gap-2 rounded-3 border border-line p-3 ${told ? 'bg-surface-2' : 'bg-surface'}`}
    >
      <div className="flex items-start gap-2">
        <span className={told ? 'pt-px text-alarm' : 'pt-px text-ink-3'}>
          <Icon name={iconOf(rule.outcome)} size={16} />
        </span>
        <h3 className="min-w-0 flex-1 font-strong [overflow-wrap:anywhere]">{rule.rule_name}</h3>
        {told && rule.alert ? (
          <span className="flex-none text-xs text-ink-3">
            {text.told} <Moment at={rule.alert.fired_at} zone={zone} />
          </span>
        ) : (
          <span className="flex-none rounded-1 bg-surface-3 px-[7px] py-[2px] text-xs font-strong text-ink-2">
            {text.outcomes[rule.outcome]}
          </span>
        )}
      </div>
      {rule.conditions.length > 0 && (
        <ul className="flex flex-col gap-1">
          {rule.conditions.map((condition, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same condition may stand twice in a rule
            <Found key={index} condition={condition} />
          ))}
        </ul>
      )}
      {sentence !== null && <p className="text-ink-2">{sentence}</p>}
      {rule.cooldown && <InCooldown cooldown={rule.cooldown} zone={zone} />}
      {rule.as_of === 'now' && rule.outcome !== 'waiting' && (
        <p className="text-xs text-ink-3">{text.asOfNow}</p>
      )}
      {rule.verdict && (
        <Link
          to="/rules/$id/verdicts"
          params={{ id: rule.rule_id }}
          search={{ event: rule.verdict.event_id }}
          className="self-start text-xs text-accent underline-offset-2 hover:underline"
        >
          {text.toVerdicts}
        </Link>
      )}
      {decisions.length > 0 && <Told decisions={decisions} />}
    </li>
  )
}

function Found({ condition: { held, why } }: { condition: Condition }) {
  const text = useWhyText()
  return (
    <li className="flex items-start gap-2">
      <span className={`pt-[2px] ${held === 'yes' ? 'text-ok' : 'text-ink-3'}`}>
        <Icon name={held === 'yes' ? 'check' : held === 'no' ? 'close' : 'info'} size={14} />
      </span>
      <span className="min-w-0 [overflow-wrap:anywhere]">
        <span className="sr-only">{text.held[held]} </span>
        <span className={held === 'yes' ? 'text-ink-2' : 'text-ink'}>{why}</span>
      </span>
    </li>
  )
}

function InCooldown({ cooldown, zone }: { cooldown: NonNullable<WhyRule['cooldown']>; zone: string }) {
  const text = useWhyText()
  const language = useLanguage()
  const length = durationOf(cooldown.cooldown_sec, language)
  return (
    <p className="text-xs text-ink-3">
      {text.cooldownOf(length)}{' '}
      {cooldown.event_id !== null && cooldown.triggered_at !== null && (
        <Link
          to="/events/$id"
          params={{ id: cooldown.event_id }}
          className="text-accent underline-offset-2 hover:underline"
        >
          {text.cooldownEvent} <Moment at={cooldown.triggered_at} zone={zone} />
        </Link>
      )}
    </p>
  )
}

/** Who was told of an alert and who was not, each with the reason. */
function Told({ decisions }: { decisions: readonly Decision[] }) {
  const text = useWhyText()
  return (
    <details className="text-xs">
      <summary className="min-h-(--target) cursor-pointer text-ink-2">
        {text.whoWasTold(decisions.length)}
      </summary>
      <ul className="flex flex-col gap-1 pt-1">
        {decisions.map(({ id, user_name: name, channel, outcome, reason }) => (
          <li key={id} className="text-ink-3">
            <span className="text-ink-2">
              {name ?? text.everybody}
              {channel && `, ${text.channels[channel]}`}: {text.decisions[outcome]}.
            </span>{' '}
            {reason}
          </li>
        ))}
      </ul>
    </details>
  )
}
