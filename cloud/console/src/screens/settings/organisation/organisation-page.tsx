import { useOrganisation } from '../../../api/organisation.js'
import { Button } from '../../../controls/button.js'
import { Centred, Loading } from '../../../frame/page-states.js'
import { useText } from '../../../text/use-text.js'
import { SettingsBar, SettingsParts } from '../settings-bar.js'
import { useSettingsText } from '../use-settings-text.js'
import { Keeping } from './keeping.js'
import { Naming } from './naming.js'
import { SigningIn } from './signing-in.js'
import { Storage } from './storage.js'
import { Telling } from './telling.js'

/** The organisation as a whole: its name, how long it keeps things, and what it asks of its people. */
export function OrganisationPage() {
  const text = useSettingsText()
  const { frame } = useText()
  const { data, isPending, isError, refetch } = useOrganisation()
  return (
    <>
      <SettingsBar title={text.sections.organisation} />
      {isPending && <Loading />}
      {isError && !data && (
        <Centred sentence={text.failed}>
          <Button onClick={() => void refetch()}>{frame.tryAgain}</Button>
        </Centred>
      )}
      {data && (
        <SettingsParts>
          <Naming organisation={data} />
          <Keeping organisation={data} />
          <Storage organisation={data} />
          <Telling organisation={data} />
          <SigningIn organisation={data} />
        </SettingsParts>
      )}
    </>
  )
}
