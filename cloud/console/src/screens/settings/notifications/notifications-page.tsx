import { useOrganisation } from '../../../api/organisation.js'
import { usePause } from '../../../api/pause.js'
import { Button } from '../../../controls/button.js'
import { Note } from '../../../controls/note.js'
import { Section } from '../../../controls/section.js'
import { AddressLink } from '../../../frame/address-link.js'
import { nextMorning } from '../../../frame/next-morning.js'
import { Failed, Loading } from '../../../frame/page-states.js'
import { useInboxText } from '../../../text/use-inbox-text.js'
import { useLanguage } from '../../../text/use-text.js'
import { clockTime, durationOf } from '../../../time/format.js'
import { SettingsBar, SettingsParts } from '../settings-bar.js'
import { Groups } from './groups.js'
import { RulesTold } from './rules-told.js'
import { useNotificationsText } from './use-notifications-text.js'

/** Who is told of alerts and how, for how long they are told together, and what was decided lately. */
export function NotificationsPage() {
  const text = useNotificationsText()
  const { data, isError, refetch } = useOrganisation()
  return (
    <>
      <SettingsBar title={text.title} />
      {!data && (isError ? <Failed again={() => void refetch()} /> : <Loading />)}
      {data && (
        <SettingsParts>
          {!data.sends_mail && <Note tone="warn">{text.noMail}</Note>}
          <RulesTold organisation={data} />
          <Groups />
          <Together seconds={data.notification_window_sec} />
          <Self />
        </SettingsParts>
      )}
    </>
  )
}

/** For how long alerts are told of together where a rule says nothing else; it is set with the organisation. */
function Together({ seconds }: { seconds: number }) {
  const text = useNotificationsText()
  const language = useLanguage()
  return (
    <Section title={text.together}>
      <p className="text-ink-2">
        {seconds === 0 ? text.eachByItself : text.togetherFor(durationOf(seconds, language))}
      </p>
      <p>
        <AddressLink href="/settings/organisation" className="text-accent underline-offset-2 hover:underline">
          {text.changeThere}
        </AddressLink>
      </p>
    </Section>
  )
}

/** What belongs to the person who looks. */
function Self() {
  const text = useNotificationsText()
  const inbox = useInboxText()
  const language = useLanguage()
  const { until, set } = usePause()
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const timeOf = (at: Date): string => clockTime(at, { language, zone })
  const morning = nextMorning(new Date())
  return (
    <Section title={text.self}>
      <p className="text-ink-2">{until === null ? text.selfSays : inbox.leftAloneUntil(timeOf(until))}</p>
      <div className="flex flex-wrap items-center gap-3">
        {until === null ? (
          <Button icon="quiet" onClick={() => set(morning)}>
            {inbox.leaveAloneUntil(timeOf(morning))}
          </Button>
        ) : (
          <Button onClick={() => set(null)}>{inbox.tellAgain}</Button>
        )}
        <AddressLink href="/inbox" className="text-accent underline-offset-2 hover:underline">
          {text.toInbox}
        </AddressLink>
      </div>
    </Section>
  )
}
