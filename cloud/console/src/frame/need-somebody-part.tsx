import { lazy } from 'react'
import { Part } from './part.js'

const Count = lazy(() => import('./need-somebody.js'))

/** How many gateways and cameras need somebody. It comes after the first pictures. */
export const NeedSomebody = ({ small }: { small: boolean }) => (
  <Part>
    <Count small={small} />
  </Part>
)
