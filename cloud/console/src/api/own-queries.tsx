import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { createQueries } from './queries.js'

/** What one person is shown of the service; it is forgotten when they go: at one desk sit several people. */
export function OwnQueries({ children }: { children: ReactNode }) {
  const [queries] = useState(createQueries)
  useEffect(() => () => queries.clear(), [queries])
  return <QueryClientProvider client={queries}>{children}</QueryClientProvider>
}
