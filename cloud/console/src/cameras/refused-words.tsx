import { Suspense } from 'react'
import { useFault } from './use-fault.js'

interface RefusedWordsProps {
  /** Why the camera sent no picture; null where something else was refused. */
  readonly fault: string | null
  /** As the service says it. */
  readonly message: string
}

/** Why the service did not take a camera or a change of it, in the words of the page. */
export function RefusedWords(props: RefusedWordsProps) {
  return (
    <Suspense>
      <Words {...props} />
    </Suspense>
  )
}

function Words({ fault: cause, message }: RefusedWordsProps) {
  const said = useFault()({ cause, message, remedy: null })
  return said.remedy === null ? said.message : `${said.message} ${said.remedy}`
}
